import { UsageError } from '#libs/command-line';

/** One delivery. */
export interface SingleRedelivery {
  readonly user: number;
  readonly deliveryId: string;
}

/** Those of a receiver that were created in a period and ended so. */
export interface PeriodRedelivery {
  readonly user: number;
  readonly receiverId: string;
  readonly from: Date;
  readonly to: Date | undefined;
  readonly status: string;
  readonly isDryRun: boolean;
}

/** Those of all receivers that were created in a period and are pending: what they waited for is lost. */
export interface LostRedelivery {
  readonly status: 'pending';
  readonly user: number | undefined;
  readonly receiverId: string | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly isDryRun: boolean;
}

/** What `redeliver` is asked to send again. */
export type RedeliverRequest = SingleRedelivery | PeriodRedelivery | LostRedelivery;

/** The options of `redeliver`; undefined = not given. */
export interface RedeliverOptions {
  readonly user: number | undefined;
  readonly delivery: string | undefined;
  readonly receiver: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly status: string | undefined;
  readonly dryRun: boolean;
}

/** @throws UsageError with one sentence that says what is wrong with the options together */
export function toRedeliverRequest(options: RedeliverOptions): RedeliverRequest {
  const { from, to } = options;
  const request = options.status === 'pending' ? toLost(options) : toEnded(options);
  if (from && to && to <= from)
    throw new UsageError(`--to must be later than --from: there is nothing between ${from.toISOString()} and ${to.toISOString()}`);
  return request;
}

function toEnded({ user, delivery, receiver, from, to, status, dryRun }: RedeliverOptions): SingleRedelivery | PeriodRedelivery {
  if (user === undefined) throw new UsageError('--user is missing');
  if (delivery !== undefined && receiver === undefined) {
    if (from ?? to ?? status ?? (dryRun || undefined))
      throw new UsageError('--from, --to, --status and --dry-run are for all of a --receiver, not for one --delivery');
    return { user, deliveryId: delivery };
  }
  if (delivery !== undefined || receiver === undefined) throw new UsageError('name either --delivery or --receiver');
  if (from === undefined) throw new UsageError('--receiver needs --from');
  return { user, receiverId: receiver, from, to, status: status ?? 'exhausted', isDryRun: dryRun };
}

/** A pending delivery is normally on its way. Only a period that ends with the loss finds the deliveries that are not. */
function toLost({ user, delivery, receiver, from, to, dryRun }: RedeliverOptions): LostRedelivery {
  if (delivery !== undefined) throw new UsageError('--status pending is for all of a period, not for one --delivery');
  if (from === undefined || to === undefined)
    throw new UsageError('--status pending needs --from and --to, the moment of the loss: what came later is on its way');
  return { status: 'pending', user, receiverId: receiver, from, to, isDryRun: dryRun };
}
