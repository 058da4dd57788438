import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Scan } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE, SHIPPED_CARRIERS } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { interpretScan } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import { type CourierMapping, type MappingRule, rulesOf } from '../../apps/event-builder/src/carriers/mapping-rule.js';
import { courierLink } from '../../apps/event-builder/src/carriers/parse-couriers.js';

const FOLDER = join(SHIPPED_CARRIERS, 'mappings');
const { mappings, couriers } = loadCarrierFiles(SHIPPED_ALONE);

const rules = [...mappings].flatMap(([courier, mapping]) => rulesOf(mapping).map((rule) => ({ courier, ...rule })));

const sourcesOf = (misplaced: (rule: MappingRule) => boolean): string[] => rules.filter(misplaced).map(({ source }) => source);

describe('the shipped mappings', () => {
  it('are exactly the promised mappings, and each can be read', () => {
    expect([...mappings.keys()].toSorted()).toEqual([
      'austrian-post',
      'bpost',
      'chronopost',
      'correos',
      'dhl-express',
      'dhl-germany',
      'dpd-de',
      'evri',
      'fedex',
      'gls',
      'hermes-de',
      'inpost',
      'la-poste',
      'packeta',
      'postnl',
      'postnord',
      'royal-mail',
      'seur',
      'swiss-post',
      'ups',
      'upu',
      'usps',
    ]);
  });

  it('say in their heads whose codes they read, from which field, and from which source', () => {
    for (const file of readdirSync(FOLDER)) {
      const [first, second] = readFileSync(join(FOLDER, file), 'utf8').split('\n');
      expect(`${file}: ${first}`).toMatch(/^\S+: # .+ Codes?: /);
      expect(`${file}: ${second}`).toMatch(/Sources?: /);
    }
  });

  it('name a reason only if an event contains it', () => {
    expect(
      sourcesOf(({ status, exceptionCode }) => exceptionCode !== undefined && !['Exception', 'PartiallyDelivered'].includes(status)),
    ).toEqual([]);
    expect(sourcesOf(({ status, returnReason }) => returnReason !== undefined && status !== 'Return')).toEqual([]);
    expect(sourcesOf(({ status, nextAction }) => nextAction !== undefined && !status.startsWith('FailedAttempt'))).toEqual([]);
  });

  it('cover the main steps of a journey for every courier: accepted, on the van or at a counter, delivered', () => {
    for (const [courier, mapping] of mappings) {
      const told = new Set(rulesOf(mapping).map(({ status }) => status));
      expect([courier, told.has('InboundScan'), told.has('Delivered')]).toEqual([courier, true, true]);
      expect([courier, told.has('OutForDelivery') || told.has('PickupReadyToday')]).toEqual([courier, true]);
    }
  });
});

describe('a shipped pattern', () => {
  const patterns = rules.flatMap(({ when, source }) => (when.text === undefined ? [] : [{ source, pattern: when.text.source }]));

  it('repeats nothing without a limit, so that no text can make it slow', () => {
    const unbounded = /(?<!\\)[*+{]/;
    expect(patterns.filter(({ pattern }) => unbounded.test(pattern))).toEqual([]);
  });

  it.each(['a', ' ', 'Die ', 'The receiver ', '('])('fails at once on ten thousand times %p', (piece) => {
    const text = piece.repeat(10_000);
    for (const { when } of rules) expect(when.text?.test(text) ?? false).toBe(false);
  });
});

/** The cross-walk of the domain (D.5): one meaning, and the codes of many carriers for it. */
const CROSS_WALK: readonly (readonly [meaning: string, reading: object, codes: readonly string[]])[] = [
  [
    'announced',
    { status: 'OrderProcessed' },
    ['dhl-germany VA', 'hermes-de 0000', 'gls PREADVICE', 'ups M', 'fedex OC', 'usps GX', 'la-poste DR1'],
  ],
  ['collection booked', { status: 'PickUpScheduled' }, ['gls PLANNEDPICKUP', 'fedex EP']],
  [
    'accepted',
    { status: 'InboundScan' },
    ['dhl-germany ES', 'dhl-express PU', 'gls INTIAL.NORMAL', 'ups I OR', 'usps OA', 'postnl B01', 'upu EMA'],
  ],
  [
    'moving',
    { status: 'InTransit' },
    ['dhl-express DF', 'hermes-de 1510', 'gls 1.0', 'ups I DP', 'fedex DP', 'royal-mail EVIMC', 'upu EMJ'],
  ],
  ['export', { status: 'ExportHub' }, ['hermes-de 1810', 'swiss-post 915', 'postnl X01', 'upu EMC']],
  ['arrived in the country', { status: 'ImportHub' }, ['swiss-post 918', 'postnl X02', 'upu EMD']],
  ['in customs', { status: 'CustomsIn' }, ['dhl-express IC', 'hermes-de 1730', 'fedex CP', 'la-poste DO1', 'upu EDB']],
  ['out of customs', { status: 'CustomsReleased' }, ['dhl-express CR', 'hermes-de 1720', 'fedex CC', 'la-poste DO2', 'upu EDC']],
  [
    'customs problem',
    { status: 'Exception', exceptionCode: 'Customs' },
    ['dhl-express CD', 'hermes-de 1751', 'ups 058', 'la-poste DOUFCM'],
  ],
  [
    'local depot',
    { status: 'DestinationDeliveryDepot' },
    ['dhl-express AR', 'hermes-de 2000', 'dpd-de AT_DELIVERY_DEPOT', 'usps 07', 'upu EMG'],
  ],
  [
    'on the van',
    { status: 'OutForDelivery' },
    ['dhl-germany PO', 'dhl-express WC', 'gls 11.0', 'ups I OT', 'fedex OD', 'usps OF', 'la-poste MD2'],
  ],
  ['loaded for a tour that another scan begins', { status: 'DestinationDeliveryDepot' }, ['ups 072', 'ups I OD', 'ups I DL']],
  [
    'back in the depot after a tour: the attempt has been told',
    { status: 'DestinationDeliveryDepot' },
    ['dpd-de 04', 'dpd-de DLR', 'gls 35.40', 'hermes-de 4031'],
  ],
  [
    'handed to another carrier',
    { status: 'InterimHaul' },
    ['dhl-germany DLVRD HNDTC', 'dhl-express TP', 'fedex TP', 'correos P090000V', 'usps AF', 'austrian-post PUG UB'],
  ],
  ['attempt without a number', { status: 'FailedAttempt' }, ['dhl-germany ZN', 'dhl-express NH', 'fedex DE 08', 'usps 02', 'upu EMH']],
  ['first attempt', { status: 'FailedAttemptFirst' }, ['hermes-de 3731', 'ups 022', 'inpost pickup_reminder_sent_address']],
  ['second attempt', { status: 'FailedAttemptSecond' }, ['hermes-de 3732', 'ups 023']],
  ['last attempt', { status: 'FailedAttemptFinal' }, ['hermes-de 3733', 'ups 024']],
  [
    'at a shop',
    { status: 'PickupReadyToday', deliveryLocation: 'ParcelShop' },
    ['hermes-de 3410', 'gls DELIVEREDPS', 'ups 040', 'postnl J02'],
  ],
  [
    'in a locker',
    { status: 'PickupReadyToday', deliveryLocation: 'ParcelLocker' },
    ['dhl-germany HLDCC LDPCK', 'gls 3.896', 'inpost ready_to_pickup'],
  ],
  [
    'delivered',
    { status: 'Delivered' },
    ['dhl-germany ZU', 'dhl-express OK', 'ups D KB', 'fedex DL', 'usps 01', 'correos I010000V', 'upu EMI'],
  ],
  ['at the neighbour’s', { status: 'Delivered', deliveryLocation: 'Neighbor' }, ['la-poste LIVRTI']],
  [
    'in a safe place',
    { status: 'Delivered', deliveryLocation: 'HomeDeposit' },
    ['royal-mail EVKSF', 'postnl I12', 'austrian-post deliveryParked'],
  ],
  ['in the letterbox', { status: 'Delivered', deliveryLocation: 'Postbox' }, ['hermes-de 3511', 'postnl I05', 'swiss-post 3900']],
  ['collected', { status: 'Delivered', deliveryLocation: 'ParcelShop' }, ['hermes-de 3530', 'postnl I02', 'royal-mail EVPLC']],
  ['in part', { status: 'PartiallyDelivered' }, ['dhl-express PD']],
  [
    'refused',
    { status: 'Exception', exceptionCode: 'CustomerRefusal' },
    ['dhl-express RD', 'hermes-de 3710', 'ups 064', 'fedex DE 07', 'usps 04'],
  ],
  [
    'cash not paid',
    { status: 'Exception', exceptionCode: 'DeliveryPayment' },
    ['hermes-de 3715', 'ups 062', 'inpost undelivered_cod_cash_receiver'],
  ],
  ['not identified', { status: 'Exception', exceptionCode: 'IdentFailed' }, ['hermes-de 3782', 'hermes-de 3751']],
  [
    'address',
    { status: 'Exception', exceptionCode: 'AddressIssue' },
    ['dhl-express BA', 'hermes-de 3720', 'ups 050', 'fedex DE 03', 'usps 05'],
  ],
  ['damaged', { status: 'Exception', exceptionCode: 'Damaged' }, ['dhl-germany ZN DMGED', 'hermes-de 3740', 'ups 059', 'fedex DE 10']],
  [
    'late',
    { status: 'Exception', exceptionCode: 'TimeIssue' },
    ['dhl-express TD', 'hermes-de 3750', 'ups 046', 'fedex DY', 'postnl G03', 'la-poste DI3'],
  ],
  [
    'going back',
    { status: 'Return' },
    ['dhl-express RT', 'hermes-de 6080', 'ups RS', 'fedex RS', 'usps 09', 'la-poste RE1', 'inpost returned_to_sender'],
  ],
  [
    'not collected',
    { status: 'Return', returnReason: 'NotCollected' },
    ['hermes-de 6093', 'usps 27', 'swiss-post 3600 0', 'inpost pickup_time_expired', 'inpost taken_by_courier_from_customer_service_point'],
  ],
  ['nobody met again', { status: 'Return', returnReason: 'FailedDelivery' }, ['hermes-de 6092', 'inpost avizo']],
  ['kept in between', { status: 'Stored' }, ['inpost stack_in_box_machine', 'inpost stack_parcel_pickup_time_expired']],
  ['destroyed', { status: 'Return', returnReason: 'Destroyed' }, ['dhl-express DS']],
  ['cancelled', { status: 'Cancelled' }, ['hermes-de 9340', 'gls CANCELED', 'ups MV', 'fedex CA', 'inpost canceled']],
];

describe('one meaning has one reading', () => {
  it.each(CROSS_WALK)('%s', (_, reading, codes) => {
    for (const each of codes) {
      const [courier = '', code = '', subCode] = each.split(' ');
      const scan = { code, ...(subCode !== undefined && { subCode }), rawText: 'any text' } as Scan;
      expect([each, interpretScan(scan, mappings.get(courier) as CourierMapping)]).toEqual([each, expect.objectContaining(reading)]);
    }
  });
});

describe('a scan without a code', () => {
  it('is read from its text: at DPD too, a parcel that was not collected is on its way back', () => {
    const scan = { rawText: 'Der Empfänger hat das Paket nicht abgeholt. Es geht zurück an den Versender.' } as Scan;
    expect(interpretScan(scan, mappings.get('dpd-de') as CourierMapping)).toMatchObject({ status: 'Return', returnReason: 'NotCollected' });
  });

  it('has, after a first attempt, the next step that InPost announces', () => {
    const scan = { code: 'pickup_reminder_sent_address', rawText: '' } as Scan;
    expect(interpretScan(scan, mappings.get('inpost') as CourierMapping)).toMatchObject({ nextAction: 'NewAttemptNextDay' });
  });
});

describe('a false onDelivered', () => {
  it.each([
    'Delivered to sender',
    'Delivered to the shipper',
    'Delivered, returned to sender',
    'Delivered to parcel shop',
    'Delivered to locker, awaiting collection',
    'Delivered to Access Point',
    'Delivered to local courier',
    'Delivered to carrier facility',
    'Delivered to customs',
    'Delivered to partner carrier',
    'Delivered in part',
    'Not delivered',
    'Could not be delivered',
    'Undelivered',
    'Delivery failed',
    'Delivery attempted',
    'Delivery refused',
    'Delivery scheduled',
    'Delivery rescheduled',
    'Delivery date changed',
    'Delivery option selected',
    'Will be delivered tomorrow',
    'To be delivered today',
    'Ready for delivery',
    'Proof of delivery available',
    'Collected from sender',
    'Parcel collected by courier',
    'Zugestellt an den Absender',
    'Zugestellt an Paketshop',
    'Zugestellt in Filiale zur Abholung',
    'Zustellung erfolglos',
    'Zustellung geplant',
    'Konnte nicht zugestellt werden',
    'Wird morgen zugestellt',
    'Abgeholt beim Absender',
    'Livré à l’expéditeur',
    'Livré en point relais',
    'Livraison prévue',
    'Votre colis n’a pas pu être livré',
    'Niet bezorgd',
    'Bezorgd bij afzender',
    'Wordt vandaag bezorgd',
    'No entregado',
    'Entregado al remitente',
    'Entrega prevista',
    'Consegnato al mittente',
    'Non consegnato',
    'Niedoręczona',
    'Doręczona do nadawcy',
  ])('comes from no carrier with the text: %s', (text) => {
    const told = [text, text.toUpperCase(), `${text}.`].flatMap((rawText) =>
      [...mappings].filter(([, mapping]) => interpretScan({ rawText } as Scan, mapping).status === 'Delivered').map(([courier]) => courier),
    );
    expect(told).toEqual([]);
  });

  it.each([
    ['Delivered', 'Delivered'],
    ['Out for delivery', 'OutForDelivery'],
    ['In transit', 'InTransit'],
  ])('does not prevent the reading of common texts: %s', (text, status) => {
    for (const [courier, mapping] of mappings) {
      expect([courier, interpretScan({ rawText: text } as Scan, mapping).status]).toEqual([courier, status]);
    }
  });
});

describe('couriers.yaml', () => {
  const references = {
    courier: 'x',
    tracking_number: 'ab 12/3',
    orderNo: '',
    client: '',
    warehouse: '',
    destination_country_iso3: 'DEU',
    language: 'en',
  };

  it('has a tracking page for every courier with a mapping', () => {
    for (const courier of mappings.keys()) {
      const link = courierLink(couriers.get(courier), references) ?? '';
      expect([courier, link]).toEqual([courier, expect.stringMatching(/^https:\/\/[a-z.-]+\/.*AB12%2F3/)]);
      expect(link).not.toMatch(/[{}]/);
    }
  });

  it('has only the usual next steps of the domain’s table', () => {
    const habits = [...couriers.values()].map(({ courier, nextAction }) => [
      courier,
      nextAction.first,
      nextAction.second,
      nextAction.final,
    ]);
    expect(habits.filter(([, ...steps]) => steps.some((step) => step !== undefined))).toEqual([
      ['dhl-germany', 'PickUpReady', 'PickUpReady', 'PickUpReady'],
      ['dhl-benelux', 'NewAttemptNextDay', 'PickUpReady', 'PickUpReady'],
      ['hermes-de', 'NewAttemptNextDay', 'NewAttemptNextDay', undefined],
      ['ups', 'NewAttemptNextDay', 'NewAttemptNextDay', 'PickUpReady'],
    ]);
  });
});
