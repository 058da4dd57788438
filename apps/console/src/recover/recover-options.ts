// The choice of webhooks to send again, as the address has it.
import type { Schemas } from '../api/schemas.js';
import { recoverWords } from '../words/recover.words.js';

type Status = Schemas['Redeliver']['status'];

/** The choice of a person → the statuses of the API. To a person, `exhausted` and `expired` are the same: the delivery failed. */
export const KINDS = {
  failed: ['exhausted', 'expired'],
  cancelled: ['cancelled'],
  missing: ['missing'],
  delivered: ['delivered'],
} as const satisfies Readonly<Record<string, readonly Status[]>>;
export type Kind = keyof typeof KINDS;

export interface RecoverOptions {
  /** Sent in one run, in the order of KINDS. */
  readonly kinds: readonly Kind[];
  readonly from: string;
  readonly to?: string;
}

/** One order for one receiver, or the count of the webhooks that it would send. */
export interface RecoverRequest {
  readonly receiverId: string;
  readonly status: Status;
  readonly from: string;
  readonly to?: string;
}

const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** Everything that a receiver missed. It has accepted the delivered webhooks. */
const MISSED: readonly Kind[] = ['failed', 'cancelled', 'missing'];

const isKind = (kind: Kind, text: string): boolean => kind === text || KINDS[kind].some((status) => status === text);

/** Reads `failed,missing` of an address, which may also name statuses of the API. Without a known name: everything that was missed. */
export function kindsOf(text: string | undefined): readonly Kind[] {
  const named = text?.split(',') ?? [];
  const kinds = KIND_NAMES.filter((kind) => named.some((name) => isKind(kind, name)));
  return kinds.length > 0 ? kinds : MISSED;
}

export const recoverRequestsOf = (receiverIds: readonly string[], { kinds, from, to }: RecoverOptions): readonly RecoverRequest[] =>
  receiverIds.flatMap((receiverId) =>
    kinds.flatMap((kind) => KINDS[kind].map((status) => ({ receiverId, status, from, ...(to !== undefined && { to }) }))),
  );

interface Part {
  readonly status: Status;
  readonly count: number;
  readonly countIsExact: boolean;
}

/** Returns the numbers of a run by kind: `Failed: 12 · Never sent: 3` */
export function partsText({ parts }: { readonly parts: readonly Part[] }): string {
  const ofKinds = KIND_NAMES.map((kind) => ({ kind, of: parts.filter(({ status }) => isKind(kind, status)) }));
  return ofKinds
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => {
      const count = of.reduce((sum, part) => sum + part.count, 0);
      return recoverWords.part(
        recoverWords.kinds[kind].label,
        count,
        of.every(({ countIsExact }) => countIsExact),
      );
    })
    .join(' · ');
}

const DAY_MS = 24 * 3_600_000;
/** A failed delivery may be as old as the oldest delivery that is kept. */
const KEPT_DAYS = 120;

/** Returns the same moment for a whole day, so that an address means the same to a colleague. */
export const oldestDay = (nowMs: number): string => new Date((Math.floor(nowMs / DAY_MS) - KEPT_DAYS) * DAY_MS).toISOString();

type Receiver = Schemas['ListedReceiver'];

/** Each receiver costs a count and up to an order for each status. */
export const MOST_RECEIVERS = 50;

/** Returns as many receivers as a person can choose at once, those with most failed deliveries first. */
export const firstReceivers = (receivers: readonly Receiver[]): readonly Receiver[] =>
  receivers.toSorted((a, b) => b.health.stillFailed - a.health.stillFailed).slice(0, MOST_RECEIVERS);

/** Returns the receivers that an address names, separated by commas. Without names: the receivers with failed deliveries, or all if no receiver has any. */
export function chosenReceivers(receivers: readonly Receiver[], text: string | undefined): readonly Receiver[] {
  const named = text?.split(',');
  if (named) return receivers.filter(({ receiverId }) => named.includes(receiverId)).slice(0, MOST_RECEIVERS);
  const failed = receivers.filter(({ health }) => health.stillFailed > 0);
  return firstReceivers(failed.length > 0 ? failed : receivers);
}
