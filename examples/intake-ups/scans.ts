// Turns an answer of the Track API of UPS (Tracking.yaml in https://github.com/UPS-API/api-documentation) into scans, with the
// codes and texts of UPS. The service's mapping ups gives them their meaning.
import { createHash } from 'node:crypto';
import type { components } from '@owner_placeholder/parcel-webhooks-client';

export type Scan = components['schemas']['Scan'];

/** The fields that are used here. */
export interface UpsAnswer {
  readonly trackResponse: {
    /** Has no packages when UPS does not know the number. */
    readonly shipment?: readonly { readonly package?: readonly UpsPackage[] }[];
  };
}

interface UpsPackage {
  readonly trackingNumber: string;
  readonly activity?: readonly UpsActivity[];
}

export interface UpsActivity {
  /** `20240202`. `date` and `time` beside it are local, without a zone. */
  readonly gmtDate?: string;
  /** `20:04:35`; the example of UPS is `74700`. */
  readonly gmtTime?: string;
  readonly status?: {
    /** One or two letters, such as `I` = in transit. */
    readonly type?: string;
    /** The activity code, such as `DP`. */
    readonly code?: string;
    /** Three digits, such as `021`. */
    readonly statusCode?: string;
    readonly description?: string;
  };
  readonly location?: {
    readonly address?: { readonly city?: string; readonly stateProvince?: string; readonly countryCode?: string };
  };
}

export const packagesOf = ({ trackResponse }: UpsAnswer): UpsPackage[] =>
  (trackResponse.shipment ?? []).flatMap(({ package: packages = [] }) => packages);

/** @returns the scans of all packages; an activity without GMT date and time is left out, because nothing says when it happened */
export const scansOf = (answer: UpsAnswer): Scan[] =>
  packagesOf(answer).flatMap(({ trackingNumber, activity = [] }) => activity.flatMap((each) => toScan(trackingNumber, each) ?? []));

function toScan(trackingNumber: string, { gmtDate, gmtTime, status = {}, location }: UpsActivity): Scan | undefined {
  if (!gmtDate || !gmtTime) return undefined;
  const { type, code, statusCode, description } = status;
  const { city, stateProvince, countryCode } = location?.address ?? {};
  const occurredAt = instantOf(gmtDate, gmtTime);
  return {
    scan_id: idOf(trackingNumber, occurredAt, type, code, statusCode),
    courier: 'ups',
    tracking_number: trackingNumber,
    occurred_at: occurredAt,
    carrier_code: type || statusCode || null,
    carrier_sub_code: type ? code || statusCode || null : null,
    raw_text: description ?? null,
    location: { text: [city, stateProvince, countryCode].filter(Boolean).join(', ') },
  };
}

/** `20240202` and `20:04:35` → `2024-02-02T20:04:35Z` */
function instantOf(gmtDate: string, gmtTime: string): string {
  const date = gmtDate.replaceAll('-', '');
  const time = gmtTime.replaceAll(':', '').padStart(6, '0');
  return `${date}T${time}Z`.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
}

/** The same at each repetition, because it comes from the facts alone. The texts are no part of it: they change with the language. */
const idOf = (...facts: readonly (string | undefined)[]): string =>
  `ups/${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
