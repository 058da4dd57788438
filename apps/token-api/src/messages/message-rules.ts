import type { JsonObject, SchemaFault } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';

/** The most scans in one request. */
export const MOST_SCANS = 500;

/** Converts the faults of a scan or record to the form of the API. @param place `scans.3`; '' = the body itself */
export const toFieldFaults = (faults: readonly SchemaFault[], place = ''): FieldFault[] =>
  faults.map(({ field, kind, detail }) => ({ name: kind, attr: join(place, field), detail }));

/** In the topics, a record or scan names its account. In the API the account is always the caller's, so a body with another account is refused. */
export function foreignAccountFaults(message: JsonObject, account: number, place = ''): FieldFault[] {
  const named = message['account'];
  if (named === undefined || named === account) return [];
  return [
    { name: 'invalid', attr: join(place, 'account'), detail: `The header \`user\` names the account, ${account}: leave this field out.` },
  ];
}

const join = (place: string, field: string): string => (place === '' || field === '' ? place + field : `${place}.${field}`);
