import { type JsonObject, parcelKey, parseRecord, recordFaults, type RetailerRecord } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { foreignAccountFaults, toFieldFaults } from '../messages/message-rules.js';
import type { AcceptedRecord } from './record.dto.js';

export interface RecordContext {
  readonly account: number;
  readonly nowMs: number;
  /** The transfer id if the body has none. */
  readonly newId: string;
}

/**
 * Turns the body of PUT /consignments into a message for topic records. The body is a record/1 without `schema` and `account`;
 * `transfer_id`, `action` and `occurred_at` are optional. The body is parsed exactly as in event-builder, so that event-builder can read
 * every accepted record.
 * @throws ApiError that names every invalid field
 */
export function toRecordMessage(
  body: JsonObject,
  { account, nowMs, newId }: RecordContext,
): { message: { key: string; value: string }; record: RetailerRecord; accepted: Omit<AcceptedRecord, 'warnings'> } {
  const defaults = { transfer_id: newId, action: 'upsert', occurred_at: new Date(nowMs).toISOString() };
  const message: JsonObject = { ...defaults, ...body, schema: 'record/1', account };
  const value = JSON.stringify(message);
  const bytes = Buffer.from(value);
  const read = parseRecord(bytes, nowMs);
  const foreign = foreignAccountFaults(body, account);
  if (!read.ok) throw ApiError.ofFields([...foreign, ...toFieldFaults(recordFaults(bytes, nowMs))]);
  if (foreign.length > 0) throw ApiError.ofFields(foreign);
  const { transferId, courier, trackingNumber, repairs } = read.value;
  return {
    message: { key: parcelKey(courier, trackingNumber), value },
    record: read.value,
    accepted: { transfer_id: transferId, courier, tracking_number: trackingNumber, repaired: repairs },
  };
}
