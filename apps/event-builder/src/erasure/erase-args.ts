import { UsageError } from '#libs/command-line';
import { normaliseTrackingNumber } from '#libs/contracts';

export interface ParcelErasure {
  readonly kind: 'parcel';
  readonly courier: string;
  /** Normalised. */
  readonly trackingNumber: string;
  /** undefined = all accounts. */
  readonly account: number | undefined;
  /** True: erase even if nothing is known about the parcel yet. */
  readonly isAhead: boolean;
}

export interface OrderErasure {
  readonly kind: 'order';
  readonly account: number;
  readonly orderNo: string;
  readonly client: string | undefined;
}

/** An erasure that a person, through a customer, asks for. */
export type ErasureRequest = (ParcelErasure | OrderErasure) & { readonly dryRun: boolean };

/** The options of `erase`; undefined = not given. */
export interface EraseOptions {
  readonly courier: string | undefined;
  readonly tracking: string | undefined;
  readonly user: number | undefined;
  readonly order: string | undefined;
  readonly client: string | undefined;
  readonly ahead: boolean;
  readonly dryRun: boolean;
}

/** @throws UsageError with one sentence that says why the options do not fit together */
export function toErasureRequest({ courier, tracking, user: account, order, client, ahead, dryRun }: EraseOptions): ErasureRequest {
  if ((courier === undefined && tracking === undefined) === (order === undefined)) {
    throw new UsageError('name either a parcel, --courier and --tracking, or an order, --user and --order');
  }
  if (order !== undefined) {
    if (account === undefined) throw new UsageError('--order needs --user: order numbers are unique only within an account');
    if (ahead) throw new UsageError('--ahead needs a parcel: only its records tell which parcels an order has');
    return { kind: 'order', account, orderNo: named('--order', order), client, dryRun };
  }
  if (client !== undefined) throw new UsageError('--client narrows --order: it cannot be used with a parcel');
  const trackingNumber = normaliseTrackingNumber(named('--tracking', tracking));
  return { kind: 'parcel', courier: named('--courier', courier), trackingNumber, account, isAhead: ahead, dryRun };
}

function named(option: string, given: string | undefined): string {
  if (given === undefined || given.trim() === '') throw new UsageError(`${option} is missing`);
  return given;
}
