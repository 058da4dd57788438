// Reads the operator's files about retailers: time zones of warehouses, language and grace of clients.
import { isTimeZone } from '#libs/contracts';
import { type LanguageCodes, noTextsIn } from '../texts/languages.js';
import { type Entry, readOperatorFile } from './operator-file.js';

/** An entry of warehouses.yaml; an entry without `warehouse` is the account's default. */
export interface WarehouseZone {
  readonly account: string;
  readonly warehouse: string | undefined;
  readonly zone: string;
}

export const parseWarehouses = (file: string, text: string): WarehouseZone[] =>
  readOperatorFile(file, text, (entry) => {
    const zone = entry.requiredText('time_zone');
    if (zone !== '' && !isTimeZone(zone)) entry.refuse(`has time_zone: ${zone}, which is not an IANA zone such as Europe/Berlin`);
    return { account: entry.requiredText('account'), warehouse: entry.text('warehouse'), zone };
  });

/** Returns the zone from warehouses.yaml, else the account's default, else UTC (domain D.3). */
export function warehouseZone(zones: readonly WarehouseZone[], account: number, warehouse: string): string {
  const ofAccount = zones.filter((entry) => entry.account === String(account));
  const own = ofAccount.find((entry) => entry.warehouse === warehouse) ?? ofAccount.find((entry) => entry.warehouse === undefined);
  return own?.zone ?? 'UTC';
}

/** An entry of clients.yaml. */
export interface ClientDefaults {
  readonly client: string;
  /** Used when the requested language has no texts yet. */
  readonly language: string | undefined;
  /** How long nothing is sent after the send_date has passed, ms. */
  readonly graceMs: number | undefined;
}

/** @param languages the languages with texts: a client's default must be one of them, or an alias */
export const parseClients = (file: string, text: string, languages: LanguageCodes): ReadonlyMap<string, ClientDefaults> =>
  new Map(readOperatorFile(file, text, (entry) => readClient(entry, languages)).map((client) => [client.client, client]));

const HOUR_MS = 60 * 60 * 1000;
const MOST_GRACE_HOURS = 72;

function readClient(entry: Entry, languages: LanguageCodes): ClientDefaults {
  const hours = entry.text('internal_delay_grace_hours');
  const graceMs = hours === undefined ? undefined : Number(hours) * HOUR_MS;
  if (graceMs !== undefined && !(graceMs >= 0 && graceMs <= MOST_GRACE_HOURS * HOUR_MS)) {
    entry.refuse(`has internal_delay_grace_hours: ${hours}, which must be a number from 0 to ${MOST_GRACE_HOURS}`);
  }
  const language = entry.text('language');
  const fault = language === undefined ? undefined : noTextsIn(language, languages);
  if (fault !== undefined) entry.refuse(`has language: ${fault}`);
  return { client: entry.requiredText('client'), language, graceMs };
}
