// Turns an answer of DHL's Shipment Tracking – Unified (https://developer.dhl.com/api-reference/shipment-tracking, version 1.5)
// into scans, with DHL's own codes and texts. The service's mapping dhl-germany gives them their meaning.
import { createHash } from 'node:crypto';
import type { components } from '@owner_placeholder/parcel-webhooks-client';

export type Scan = components['schemas']['Scan'];

/** The fields that are used here. */
export interface DhlAnswer {
  readonly shipments: readonly {
    readonly id: string | number;
    /** The division of DHL. */
    readonly service: string;
    readonly events?: readonly DhlEvent[];
  }[];
}

interface DhlEvent {
  /** Local time, mostly without an offset. */
  readonly timestamp: string;
  /** One of five words: pre-transit, transit, delivered, failure, unknown. */
  readonly statusCode: string;
  /** The standard event code, such as `PO`. Older answers have a sentence here. */
  readonly status?: string;
  /** The codes of event, reason and standard event in one, such as `SRTED_NRQRD_PO`. */
  readonly statusDetailed?: string;
  readonly description?: string;
  readonly location?: { readonly address?: { readonly addressLocality?: string } };
}

/** Post & Parcel Germany. Other divisions report local times of the whole world, without a zone. */
const SERVICE = 'parcel-de';
const TIME_ZONE = 'Europe/Berlin';

/** @returns the scans of the division's parcels; other divisions are left out */
export const scansOf = ({ shipments }: DhlAnswer): Scan[] =>
  shipments.filter(({ service }) => service === SERVICE).flatMap(({ id, events = [] }) => events.map((event) => toScan(String(id), event)));

function toScan(trackingNumber: string, { timestamp, statusCode, status = '', statusDetailed, description, location }: DhlEvent): Scan {
  const code = statusDetailed ?? (/^[A-Z]{2}$/.test(status) ? status : undefined);
  const text = description ?? status;
  return {
    scan_id: idOf(trackingNumber, timestamp, code ?? text),
    courier: 'dhl-germany',
    tracking_number: trackingNumber,
    occurred_at: timestamp,
    time_zone: TIME_ZONE, // counts only if the time has no offset
    carrier_code: code ?? statusCode,
    raw_text: text,
    location: { text: location?.address?.addressLocality ?? null },
  };
}

/** The same at each repetition, because it comes from the facts alone. A text changes with the language, so the code goes first. */
const idOf = (...facts: readonly string[]): string => `dhl/${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
