// Phrases that several findings use.
import { type DisabledReason, type ReadBy, toIso, writtenScanId } from '#libs/contracts';
import type { ReceiverSettings } from './parcel-history.js';
import type { ScanRow } from '../consignments/scan-history.js';

/** A carrier's text may be as long as a message. */
const MOST_QUOTED_CHARS = 100;

/** The id that POST /scans derives for a scan without `scan_id`. Neither the sender nor the customer knows this id. */
const DERIVED_ID = /^[0-9a-f]{64}$/;

/** `scan "A-1" of 2026-03-29T08:00:00Z`; without the id if its sender gave none */
export function scanWords({ scan }: ScanRow): string {
  const id = writtenScanId(scan);
  return `scan ${DERIVED_ID.test(id) ? '' : `${quoted(id)} `}of ${toIso(scan.occurredAtMs)}`;
}

/** `carrier code "OFD", text "On vehicle"` */
export function carrierWords({ scan: { code, subCode, rawText } }: ScanRow): string {
  const parts = [
    code !== undefined && `carrier code ${quoted(code)}`,
    subCode !== undefined && `sub code ${quoted(subCode)}`,
    rawText !== undefined && `text ${quoted(rawText)}`,
  ];
  return parts.filter(Boolean).join(', ') || 'no code and no text';
}

/** `was read as InTransit by the shipped rule mappings/ups.yaml:12` */
export const readingWords = ({ scan: { readAs, readBy } }: ScanRow): string => `was read as ${readAs} by ${readerWords(readBy)}`;

function readerWords(readBy: ReadBy): string {
  const rule = readBy.rule === undefined ? '' : ` ${readBy.rule}`;
  if (readBy.layer === 'operator') return `the operator's rule${rule}`;
  if (readBy.layer === 'shipped') return `the shipped rule${rule}`;
  return readBy.layer === 'hint' ? 'the `status_hint` of its sender' : 'no rule';
}

export const quoted = (text: string): string =>
  JSON.stringify(text.length > MOST_QUOTED_CHARS ? `${text.slice(0, MOST_QUOTED_CHARS)}…` : text);

/** `1 scan`, `3 scans` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const listWords = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const WHY_DISABLED: Readonly<Record<DisabledReason, string>> = { gone: 'it answered 410 Gone', failing: 'it failed for too long' };

/** `at 2026-03-29T08:00:00Z, because it answered 410 Gone` */
export const disabledWords = ({ at, reason }: NonNullable<ReceiverSettings['disabled']>): string =>
  `at ${toIso(Date.parse(at))}, because ${WHY_DISABLED[reason]}`;

/** Pieces of advice, each a whole sentence. */
export const SEND_MISSING = 'Send it with POST /receivers/{receiverId}/redeliver and `status: missing`.';
export const CREATE_AGAIN = 'Create the receiver again. ';
export const ENABLE = 'Set `enabled` to true. ';
