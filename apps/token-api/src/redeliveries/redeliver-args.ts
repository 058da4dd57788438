import { parseArgs } from 'node:util';
import { DELIVERY_STATES, parseInstant } from '#libs/contracts';
import { toAccount } from '../auth/credentials.js';

const text = { type: 'string' } as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ENDED_STATES = DELIVERY_STATES.filter((state) => state !== 'pending');

export const REDELIVER_USAGE = `redeliver (--user NUMBER (--delivery ID | --receiver ID --from TIME [--to TIME] [--status exhausted|expired|cancelled|delivered]) | --status pending --from TIME --to TIME [--user NUMBER] [--receiver ID])

  --status STATUS    default exhausted; pending after the loss of what waited in Kafka
  --to TIME          default now; of pending ones the moment of the loss`;

/** One delivery. */
export interface OneWish {
  readonly user: number;
  readonly deliveryId: string;
}

/** Those of a receiver that were created in a period and ended so. */
export interface ManyWish {
  readonly user: number;
  readonly receiverId: string;
  readonly from: Date;
  readonly to: Date | undefined;
  readonly status: string;
}

/** Those of all receivers that were created in a period and are pending: what they waited for is lost. */
export interface LostWish {
  readonly status: 'pending';
  readonly user: number | undefined;
  readonly receiverId: string | undefined;
  readonly from: Date;
  readonly to: Date;
}

/** What `redeliver` is asked to send again. */
export type RedeliverWish = OneWish | ManyWish | LostWish;

type Given = Partial<Readonly<Record<'user' | 'delivery' | 'receiver' | 'from' | 'to' | 'status', string>>>;

/** @throws Error with one sentence that says what is wrong */
export function parseRedeliverArgs(argv: readonly string[]): RedeliverWish {
  const options = { user: text, delivery: text, receiver: text, from: text, to: text, status: text };
  const given: Given = parseArgs({ args: [...argv], options }).values;
  return given.status === 'pending' ? parseLost(given) : parseEnded(given);
}

function parseEnded({ user: number, delivery, receiver, from, to, status: ended }: Given): OneWish | ManyWish {
  const user = account(number);
  if ((delivery === undefined) === (receiver === undefined)) throw new Error('name either --delivery or --receiver');
  if (delivery !== undefined) {
    if (from !== undefined || to !== undefined || ended !== undefined)
      throw new Error('--from, --to and --status are for all of a --receiver, not for one --delivery');
    return { user, deliveryId: uuid('--delivery', delivery) };
  }
  const status = ended ?? 'exhausted';
  if (!ENDED_STATES.some((state) => state === status))
    throw new Error(`--status must be one of ${DELIVERY_STATES.join(', ')}, not "${status}"`);
  const receiverId = uuid('--receiver', receiver);
  return { user, receiverId, ...period(from, to), status };
}

/** What is pending is on its way as a rule: only a period that ended with the loss tells what is not. */
function parseLost({ user, delivery, receiver, from, to }: Given): LostWish {
  if (delivery !== undefined) throw new Error('--status pending is for all of a period, not for one --delivery');
  if (from === undefined || to === undefined)
    throw new Error('--status pending needs --from and --to, the moment of the loss: what came later is on its way');
  return {
    status: 'pending',
    user: user === undefined ? undefined : account(user),
    receiverId: receiver === undefined ? undefined : uuid('--receiver', receiver),
    ...period(from, to),
  };
}

function period(from: string | undefined, to: string): { readonly from: Date; readonly to: Date };
function period(from: string | undefined, to: string | undefined): { readonly from: Date; readonly to: Date | undefined };
function period(from: string | undefined, to: string | undefined): { readonly from: Date; readonly to: Date | undefined } {
  const begin = instant('--from', from);
  const end = to === undefined ? undefined : instant('--to', to);
  if (end && end <= begin) throw new Error(`--to must be later than --from: there is nothing between ${from} and ${to}`);
  return { from: begin, to: end };
}

function account(given: string | undefined): number {
  const user = toAccount(given ?? '');
  if (user === undefined) throw new Error(`--user must be the account's number, a whole number from 1, not ${quote(given)}`);
  return user;
}

function uuid(option: string, given: string | undefined): string {
  if (given === undefined || !UUID.test(given)) throw new Error(`${option} must be an id as the API shows it, not ${quote(given)}`);
  return given.toLowerCase();
}

function instant(option: string, given: string | undefined): Date {
  const atMs = given === undefined ? undefined : parseInstant(given);
  if (atMs === undefined) throw new Error(`${option} must be a time such as 2026-03-29T10:00:00Z, not ${quote(given)}`);
  return new Date(atMs);
}

const quote = (given: string | undefined): string => (given === undefined ? 'missing' : `"${given}"`);
