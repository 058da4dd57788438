// Lists every fault of a scan or record at once, for the answers of token-api. Consumers of topics stop at the first fault.
import { type JsonObject, readWithFaults } from './message-bytes.js';
import type { Fault, Parsed } from './parsed.js';
import { parseSendDate, RECORD_VERBATIM, recordTime } from './record.js';
import { RECORD_SCHEMA } from './record-schema.js';
import { SCAN_VERBATIM, scanTime } from './scan.js';
import { SCAN_SHAPE } from './scan-schema.js';
import { compileFaults, type SchemaFault } from './schema-check.js';

const faultsOfScanShape = compileFaults(SCAN_SHAPE);
const faultsOfRecordShape = compileFaults(RECORD_SCHEMA);

/** Returns every reason why `parseScan` refuses a JSON object. @param messageTimestampMs as for `parseScan` */
export function scanFaults(value: Buffer, messageTimestampMs: number): readonly SchemaFault[] {
  const { message, faults } = readWithFaults(value, SCAN_VERBATIM);
  const shape = faultsOfScanShape(message);
  const isTimeFormed = !shape.some(({ field }) => TIME_FIELDS.includes(field));
  return [...faults.map(toSchemaFault), ...shape, ...(isTimeFormed ? timeFaults(message, messageTimestampMs) : [])];
}

/** Returns every reason why `parseRecord` refuses a JSON object. @param messageTimestampMs as for `parseRecord` */
export function recordFaults(value: Buffer, messageTimestampMs: number): readonly SchemaFault[] {
  const { message, faults } = readWithFaults(value, RECORD_VERBATIM);
  const time = typeof message['occurred_at'] === 'string' ? faultsIn(recordTime(message, messageTimestampMs)) : [];
  return [...faults.map(toSchemaFault), ...faultsOfRecordShape(message), ...time, ...faultsIn(parseSendDate(message, []))];
}

const TIME_FIELDS: readonly string[] = ['occurred_at', 'occurred_at_local', 'time_zone'];

function timeFaults(message: JsonObject, messageTimestampMs: number): readonly SchemaFault[] {
  const isTold = ['occurred_at', 'occurred_at_local'].some((field) => typeof message[field] === 'string');
  if (!isTold) return [{ field: 'occurred_at', kind: 'required', detail: 'This field is required.' }];
  return faultsIn(scanTime(message, messageTimestampMs));
}

const faultsIn = (read: Parsed<unknown>): readonly SchemaFault[] => (read.ok ? [] : [toSchemaFault(read)]);

const toSchemaFault = ({ detail, field = '' }: Fault): SchemaFault => ({
  field,
  kind: 'invalid',
  detail: `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`,
});
