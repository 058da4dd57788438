// table dead_letter: the parcels that dead letters are about
import { Injectable } from '@nestjs/common';
import { type Fault, parcelIdOf } from '#libs/contracts';
import type { ConsumedMessage } from '#libs/messaging';
import { DataSource } from 'typeorm';
import { toDeadLetterRow } from './dead-letter-row.js';

/** A message, and why it becomes a dead letter. */
export interface Refused {
  readonly message: ConsumedMessage;
  readonly fault: Fault;
}

/** A batch that comes again changes nothing. Messages about an erased parcel are not noted. */
const NOTE = `
  INSERT INTO dead_letter (topic, partition, message_offset, message_at, courier, tracking_number, account_id, message_id, reason, detail)
  SELECT topic, partition, "offset", "messageAt", courier, "trackingNumber", account, "messageId", reason, detail
  FROM jsonb_to_recordset($1::jsonb) AS row(topic text, partition integer, "offset" bigint, "messageAt" timestamptz, courier text,
    "trackingNumber" text, account bigint, "messageId" text, reason text, detail text, "parcelId" uuid)
  WHERE NOT EXISTS (
    SELECT FROM erased_parcel AS erased
    WHERE erased.parcel_id = row."parcelId" AND (row.account IS NULL OR erased.account_id IN (0, row.account)))
  ON CONFLICT DO NOTHING`;

@Injectable()
export class DeadLetterRowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Notes dead letters that name a parcel; the others are found only in the dead-letter topic. */
  async note(refused: readonly Refused[]): Promise<void> {
    const rows = refused.flatMap(toRow);
    if (rows.length > 0) await this.dataSource.query(NOTE, [JSON.stringify(rows)]);
  }
}

function toRow({ message, fault }: Refused): object[] {
  const row = toDeadLetterRow(message, fault);
  if (row === undefined) return [];
  const { topic, partition, offset, timestampMs } = message;
  return [{ ...row, topic, partition, offset, messageAt: new Date(timestampMs).toISOString(), parcelId: parcelIdOf(row) }];
}
