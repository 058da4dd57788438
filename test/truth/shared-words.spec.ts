// Tests what the shared words of a text add to the rules of every shipped carrier, and which texts they must not match.
import { describe, expect, it } from '@jest/globals';
import type { Scan } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { interpretScan, type ScanReading } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import { EMPTY_MAPPING } from '../../apps/event-builder/src/carriers/mapping-rule.js';

const { mappings } = loadCarrierFiles(SHIPPED_ALONE);
const read = (courier: string, rawText: string, code?: string, subCode?: string): ScanReading =>
  interpretScan({ courier, rawText, ...(code && { code }), ...(subCode && { subCode }) } as Scan, mappings.get(courier) ?? EMPTY_MAPPING);

/** Returns the carriers that read the text as this status, in upper or lower case. */
const whoReads = (text: string, status: string): string[] =>
  [text, text.toUpperCase(), `${text}.`].flatMap((form) => [...mappings.keys()].filter((courier) => read(courier, form).status === status));

describe('the delivery location from the text beside a code', () => {
  it.each([
    ['ups', 'D KB', 'DELIVERED, left with neighbor', 'Neighbor'],
    ['gls', '3.0', 'Zugestellt, abgestellt in der Garage', 'HomeDeposit'],
    ['fedex', 'DL', 'Left at front door. Signature not required', 'Doorstep'],
    ['usps', '01', 'Delivered, In/At Mailbox', 'Postbox'],
    ['dhl-germany', 'ZN', 'Der Empfänger wurde nicht angetroffen, die Sendung wird in die Filiale gebracht.', 'ParcelShop'],
    ['dhl-germany', 'ZF', 'Die Sendung liegt in der PACKSTATION 101 zur Abholung bereit.', 'ParcelLocker'],
    ['postnl', 'J05', 'Onderweg naar een PostNL-punt', 'ParcelShop'],
    ['la-poste', 'DI1', 'Votre colis est livré dans la boîte à lettres.', 'Postbox'],
  ])('%s %s, %s: %s', (courier, code, text, place) => {
    expect(read(courier, text, ...(code.split(' ') as [string])).deliveryLocation).toBe(place);
  });

  it.each([
    ['ups', 'X 48', 'The UPS Access Point could not be reached'],
    ['dhl-germany', 'ZN', 'Die Sendung konnte nicht in die Packstation eingestellt werden.'],
    ['gls', '3.0', 'Zugestellt'],
  ])('is not read from %s %s, %s', (courier, code, text) => {
    expect(read(courier, text, ...(code.split(' ') as [string])).deliveryLocation).toBeUndefined();
  });
});

describe('the next step after a failed attempt', () => {
  it.each([
    ['gls', 'NOTDELIVERED', 'Recipient not met. A new attempt will be made on the next business day.', 'NewAttemptNextDay'],
    ['dpd-de', '14', 'Empfänger nicht angetroffen. Die Zustellung erfolgt am nächsten Werktag.', 'NewAttemptNextDay'],
    ['dpd-de', '14', 'Empfänger nicht angetroffen, Paket wird in den Pickup Paketshop gebracht', 'PickUpReady'],
    ['usps', '02', 'Notice left. We will try again later today', 'NewAttemptToday'],
    ['la-poste', 'ND1', 'Le destinataire était absent. Nouvelle présentation demain', 'NewAttemptNextDay'],
  ])('%s %s, %s: %s', (courier, code, text, action) => {
    expect(read(courier, text, code).nextAction).toBe(action);
  });

  it.each(['Second delivery attempt failed', 'Zweiter Zustellversuch erfolglos', 'If you are not at home, collect it at the post office'])(
    'is not read from: %s',
    (text) => {
      expect(read('gls', text, 'NOTDELIVERED').nextAction).toBeUndefined();
    },
  );
});

describe('a problem whose text says what follows', () => {
  it.each([
    ['gls', 'NOTDELIVERED', 'Refused by recipient, parcel is on its way back to the sender', 'Return', 'CustomerRefusal'],
    ['usps', '02', 'Unclaimed - returned to sender', 'Return', 'NotCollected'],
    ['dpd-de', '14', 'Adresse unbekannt. Paket zurück an den Absender', 'Return', 'AddressIssue'],
  ])('%s %s, %s: %s, %s', (courier, code, text, status, returnReason) => {
    expect(read(courier, text, code)).toMatchObject({ status, returnReason });
  });

  it.each([
    ['dhl-express', 'OH', 'Held by customs authority'],
    ['dpd-de', '14', 'Not delivered: papers are missing for the authorities'],
    ['gls', 'NOTDELIVERED', 'Dem Zoll fehlen Papiere'],
  ])('is only a delay by customs: %s %s, %s', (courier, code, text) => {
    const { status, exceptionCode } = read(courier, text, code);
    expect([status === 'Return', status === 'Exception' ? exceptionCode : 'Customs']).toEqual([false, 'Customs']);
  });
});

describe('a status finer than InTransit', () => {
  it.each([
    ['dhl-germany', 'EE', 'Die Sendung ist im Zielland eingetroffen.', 'ImportHub'],
    ['gls', '2.0', 'The parcel is being transported to the destination country', 'InTransit'],
    ['gls', '2.0', 'The parcel has arrived at the delivery depot', 'DestinationDeliveryDepot'],
    ['gls', '2.0', 'The parcel is on its way to the delivery depot', 'InTransit'],
    ['ups', 'I AR', 'Package transferred to local carrier', 'InterimHaul'],
  ])('%s %s, %s: %s', (courier, code, text, status) => {
    expect(read(courier, text, ...(code.split(' ') as [string])).status).toBe(status);
  });
});

describe('a delivery with a name or a place in its text', () => {
  it.each([
    ['Delivered to J. Smith at front desk', undefined],
    ['Delivered to neighbour at no 12', 'Neighbor'],
    ['Delivered. Signed by: SMITH', undefined],
    ['Erfolgreich zugestellt an Max Muster', undefined],
    ['Zugestellt an Nachbar Schmidt', 'Neighbor'],
    ['Livré à M. Dupont', undefined],
    ['Bezorgd bij J. Jansen', undefined],
    ['Entregado a D. García', undefined],
    ['Consegnato al portiere', undefined],
    ['Przesyłka doręczona do rąk własnych', undefined],
    ['Levererad i brevlådan', 'Postbox'],
    ['Leveret. Modtaget af Hansen', undefined],
    ['Doručeno adresátovi', undefined],
    ['Entregue ao vizinho', 'Neighbor'],
  ])('is read: %s', (text, place) => {
    const readings = ['gls', 'ups'].map((courier) => read(courier, text));
    expect(readings.map(({ status, deliveryLocation }) => [status, deliveryLocation])).toEqual(readings.map(() => ['Delivered', place]));
  });

  it.each([
    'Delivered to local post office',
    'Delivered to next carrier',
    'Delivered, in transit',
    'Delivered at terminal',
    'Delivered to the neighbouring depot',
    'Delivered tomorrow',
    'Delivered on Monday if someone is home',
    'Signed for by carrier',
    'Left with neighbour not possible',
    'Zugestellt an Zustellpartner',
    'Zustellung an Nachbarn nicht möglich',
    'Zustellung erfolgt morgen',
    'Livré au transporteur',
    'Livraison effectuée au point relais',
    'Bezorgd aan vervoerder',
    'Entregado en oficina',
    'Entregado parcialmente',
    'Consegnato al corriere',
    'Doręczona do paczkomatu',
    'Levererad till ombud',
    'Leveret til pakkeshop',
    'Levert til hentested',
    'Doručeno na pobočku',
    'Entregue à transportadora',
  ])('is not read from: %s', (text) => {
    expect(whoReads(text, 'Delivered')).toEqual([]);
  });
});

describe('the words', () => {
  it.each(['a', ' ', 'Die ', 'back to the ', 'delivery ', '('])('take little time for ten thousand times %p', (piece) => {
    const text = piece.repeat(10_000);
    for (const [courier, code] of Object.entries({
      ups: 'X',
      gls: 'NOTDELIVERED',
      usps: '02',
      'dpd-de': '14',
      fedex: 'DL',
      postnl: 'J05',
    })) {
      const startedMs = process.cpuUsage().user / 1000;
      read(courier, text, code);
      expect(process.cpuUsage().user / 1000 - startedMs).toBeLessThan(500);
    }
  });
});

describe('a parcel that is loaded but not out for delivery', () => {
  it.each([
    ['ups', 'I', 'OF', 'Loaded on Delivery Vehicle', 'DestinationDeliveryDepot'],
    ['ups', 'I', 'OF', 'Out For Delivery', 'OutForDelivery'],
    ['ups', '', '', 'Loaded on Delivery Vehicle', 'DestinationDeliveryDepot'],
    ['dhl-germany', '', '', 'Die Sendung wurde in das Zustellfahrzeug geladen.', 'OutForDelivery'], // DHL has no other scan for this step.
  ])('%s %s %s, %s: %s', (courier, code, subCode, text, status) => {
    expect(read(courier, text, code, subCode).status).toBe(status);
  });
});

describe('a false onReturn', () => {
  it.each([
    'Will be returned to sender',
    'If not collected, the parcel will be returned to sender',
    'Parcel may be returned to sender',
    'Return to sender requested',
    'Return to sender cancelled',
    'Not returned to sender',
    'Returned to depot after failed delivery attempt',
    'Returned to the delivery office',
    'Return label created',
    'Return address invalid',
    'Back in the network',
    'Wird an den Absender zurückgesendet werden, falls nicht abgeholt',
    'Wenn Sie die Sendung nicht abholen, wird sie an den Absender zurückgeschickt',
    'Die Sendung wird nach Ablauf der Lagerfrist an den Absender zurückgesandt',
    'Retourenlabel erstellt',
    'Rücksendung beauftragt',
    'Zurück im Paketzentrum',
    'Votre colis va être retourné à l’expéditeur',
    'Retour au dépôt',
    'Wordt retour gezonden indien niet afgehaald',
    'Retour naar depot',
    'Será devuelto al remitente',
    'Devuelto a la delegación',
    'Sarà restituito al mittente',
    'Rientrato in filiale',
    'Zostanie zwrócona do nadawcy',
    'Zwrot do oddziału',
    'Kommer att returneras till avsändaren',
    'Bude vrácena odesílateli',
  ])('comes from no carrier with the text: %s', (text) => {
    expect(whoReads(text, 'Return')).toEqual([]);
    for (const [courier, code] of Object.entries({ ups: 'X', gls: 'NOTDELIVERED', usps: '02', 'dpd-de': '14' })) {
      expect([courier, read(courier, text, code).status]).not.toEqual([courier, 'Return']);
    }
  });

  it.each([
    'Returned to sender',
    'Parcel is on its way back to the sender',
    'Zurück an den Absender',
    'Le colis est retourné à l’expéditeur',
    'Devuelto al remitente',
    'Retour naar afzender',
    'Returnerad till avsändaren',
  ])('does not prevent the reading of: %s', (text) => {
    expect(new Set(whoReads(text, 'Return'))).toEqual(new Set(mappings.keys()));
  });
});
