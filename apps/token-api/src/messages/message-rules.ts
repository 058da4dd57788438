import type { JsonObject, SchemaFault } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';

/** Scans in one request. */
export const MOST_SCANS = 500;

/** Faults of a scan or record as the API reports them, all at once. @param place `scans.3`, '' for the body itself */
export const toFieldFaults = (faults: readonly SchemaFault[], place = ''): FieldFault[] =>
  faults.map(({ field, kind, detail }) => ({ name: kind, attr: join(place, field), detail }));

/** A record or scan of the topics names its account; over the API it is the caller's, and another one is a mistake worth an answer. */
export function foreignAccountFaults(message: JsonObject, account: number, place = ''): FieldFault[] {
  const named = message['account'];
  if (named === undefined || named === account) return [];
  return [
    { name: 'invalid', attr: join(place, 'account'), detail: `The account is that of the header \`user\`, ${account}: leave it out.` },
  ];
}

const join = (place: string, field: string): string => (place === '' || field === '' ? place + field : `${place}.${field}`);
