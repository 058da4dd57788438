import { parseArgs } from 'node:util';
import { normaliseTrackingNumber } from '#libs/contracts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const MOST_ACCOUNT = 9_007_199_254_740_991;

export const ERASE_USAGE =
  'erase (--courier NAME --tracking NUMBER [--user NUMBER] [--ahead] | --user NUMBER --order NUMBER [--client TEXT]) [--dry-run]';

export interface ParcelWish {
  readonly kind: 'parcel';
  readonly courier: string;
  /** Normalised. */
  readonly trackingNumber: string;
  /** undefined = every account's. */
  readonly account: number | undefined;
  /** Also when nothing is known of it yet. */
  readonly isAhead: boolean;
}

export interface OrderWish {
  readonly kind: 'order';
  readonly account: number;
  readonly orderNo: string;
  readonly client: string | undefined;
}

/** What a person, through a customer, asks to have erased. */
export type EraseWish = (ParcelWish | OrderWish) & { readonly isDryRun: boolean };

/** @throws Error with one sentence that says what is wrong */
export function parseEraseArgs(argv: readonly string[]): EraseWish {
  const options = { courier: text, tracking: text, user: text, order: text, client: text, ahead: flag, 'dry-run': flag };
  const { courier, tracking, user, order, client, ahead, 'dry-run': isDryRun } = parseArgs({ args: [...argv], options }).values;
  const account = user === undefined ? undefined : toAccount(user);
  if ((courier === undefined && tracking === undefined) === (order === undefined)) {
    throw new Error('name either a parcel, --courier and --tracking, or an order, --user and --order');
  }
  if (order !== undefined) {
    if (account === undefined) throw new Error('--order needs --user: order numbers are unique within an account at best');
    if (ahead) throw new Error('--ahead needs a parcel: which parcels an order has is known by its records alone');
    return { kind: 'order', account, orderNo: named('--order', order), client, isDryRun };
  }
  if (client !== undefined) throw new Error('--client narrows --order: a parcel needs none');
  const trackingNumber = normaliseTrackingNumber(named('--tracking', tracking));
  return { kind: 'parcel', courier: named('--courier', courier), trackingNumber, account, isAhead: ahead, isDryRun };
}

function toAccount(user: string): number {
  const account = /^[1-9]\d*$/.test(user) ? Number(user) : NaN;
  if (account <= MOST_ACCOUNT) return account;
  throw new Error(`--user must be the account's number, a whole number from 1, not "${user}"`);
}

function named(option: string, given: string | undefined): string {
  if (given === undefined || given.trim() === '') throw new Error(`${option} is missing`);
  return given;
}
