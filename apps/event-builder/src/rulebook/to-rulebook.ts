import type { Scan } from '#libs/contracts';
import { interpretScan } from '../carriers/interpret-scan.js';
import { type CourierMapping, EMPTY_MAPPING } from '../carriers/mapping-rule.js';
import { type Couriers, courierLink } from '../carriers/parse-couriers.js';
import { type ClientDefaults, type WarehouseZone, warehouseZone } from '../carriers/parse-retailers.js';
import type { Languages } from '../texts/languages.js';
import { renderTexts } from '../texts/render-texts.js';
import type { DecidedEvent } from '../events/decision.js';
import type { Rulebook } from './rulebook.js';
import { toPayload } from '../events/payload.js';

/** The files and settings that a rulebook is made from. */
export interface RulebookInputs {
  readonly mappings: ReadonlyMap<string, CourierMapping>;
  /** The name of the set of files. */
  readonly ruleSet: string;
  readonly couriers: Couriers;
  readonly warehouses: readonly WarehouseZone[];
  readonly clients: ReadonlyMap<string, ClientDefaults>;
  readonly languages: Languages;
  readonly leadTimeZone: 'recipient' | 'utc';
  readonly graceMs: number;
  readonly defaultLanguage: string;
}

/** Builds the rulebook from files and settings. */
export const toRulebook = (inputs: RulebookInputs): Rulebook => ({
  rules: {
    leadTimeZone: inputs.leadTimeZone,
    nextActionDefaults: (courier) => inputs.couriers.get(courier)?.nextAction ?? {},
    courierLink: (courier, references) => courierLink(inputs.couriers.get(courier), references),
    warehouseZone: (account, warehouse) => warehouseZone(inputs.warehouses, account, warehouse),
    graceMs: (client) => inputs.clients.get(client)?.graceMs ?? inputs.graceMs,
  },
  ruleSet: inputs.ruleSet,
  interpret: (scan: Scan) => interpretScan(scan, inputs.mappings.get(scan.courier) ?? EMPTY_MAPPING),
  render: (event) => render(event, inputs),
});

function render(event: DecidedEvent, { languages, clients, defaultLanguage }: RulebookInputs): ReturnType<Rulebook['render']> {
  const { language, client, destination_country_iso3: country } = event.references;
  const { event: name, facts, expectedDelivery, deliveryLocation, happenedAtMs, zone } = event;
  const clientDefault = clients.get(client)?.language ?? defaultLanguage;
  const request = { event: name, language, clientDefault, country, facts, expectedDelivery, deliveryLocation, happenedAtMs, zone };
  const texts = renderTexts(request, languages);
  return { payload: toPayload(event, texts), isLanguageFallback: texts.isFallback };
}
