import { randomUUID } from 'node:crypto';
import { parcelKey } from '#libs/contracts';
import type { OutgoingMessage } from '../support/topics.js';

/** A parcel as upstream systems describe it: messages for `records` and `scans`, with keys. */
export interface Parcel {
  readonly trackingNumber: string;
  record(changes?: object): OutgoingMessage;
  scan(statusHint: string, occurredAt: string, changes?: object): OutgoingMessage;
}

export interface ParcelOptions {
  readonly account: number;
  readonly courier?: string;
  readonly trackingNumber?: string;
  readonly language?: string;
}

/** All ids derive from the tracking number, so the same options give the same messages. */
export function parcel({ account, courier = 'acme-express', trackingNumber = `T${randomUUID()}`, language = 'en' }: ParcelOptions): Parcel {
  const key = parcelKey(courier, trackingNumber);
  const references = {
    courier,
    tracking_number: trackingNumber,
    orderNo: `O-${trackingNumber}`,
    client: 'shop-de',
    warehouse: 'W1',
    destination_country_iso3: 'DEU',
    language,
  };
  return {
    trackingNumber,
    record: (changes = {}) => ({
      key,
      value: {
        schema: 'record/1',
        transfer_id: `${trackingNumber}/record`,
        account,
        action: 'upsert',
        occurred_at: '2026-03-27T08:00:00Z',
        references,
        links: { tracking_link: `https://carrier.example/track/${encodeURIComponent(trackingNumber)}` },
        ...changes,
      },
    }),
    scan: (statusHint, occurredAt, changes = {}) => ({
      key,
      value: {
        schema: 'scan/1',
        scan_id: `${trackingNumber}/${statusHint}/${occurredAt}`,
        courier,
        tracking_number: trackingNumber,
        occurred_at: occurredAt,
        status_hint: statusHint,
        raw_text: `carrier says ${statusHint}`,
        ...changes,
      },
    }),
  };
}
