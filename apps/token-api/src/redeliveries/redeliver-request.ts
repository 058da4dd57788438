import { UsageError } from '#libs/command-line';

/** A request for one delivery. */
export interface SingleRedelivery {
  readonly user: number;
  readonly deliveryId: string;
}

/** A request for the deliveries of a receiver that were created in a period and have ended with the status. */
export interface PeriodRedelivery {
  readonly user: number;
  readonly receiverId: string;
  readonly from: Date;
  readonly to: Date | undefined;
  readonly status: string;
  readonly isDryRun: boolean;
}

/** A request for all pending deliveries that were created in a period and whose messages are lost. */
export interface LostRedelivery {
  readonly status: 'pending';
  readonly user: number | undefined;
  readonly receiverId: string | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly isDryRun: boolean;
}

/** The deliveries that `redeliver` must send again. */
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

/** @throws UsageError with one sentence when the options do not fit together */
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
      throw new UsageError('--from, --to, --status and --dry-run are for a --receiver, not for one --delivery');
    return { user, deliveryId: delivery };
  }
  if (delivery !== undefined || receiver === undefined) throw new UsageError('name either --delivery or --receiver');
  if (from === undefined) throw new UsageError('--receiver needs --from');
  return { user, receiverId: receiver, from, to, status: status ?? 'exhausted', isDryRun: dryRun };
}

/** A pending delivery is normally on its way. Only a period that ends with the loss finds lost deliveries. */
function toLost({ user, delivery, receiver, from, to, dryRun }: RedeliverOptions): LostRedelivery {
  if (delivery !== undefined) throw new UsageError('--status pending is for a period, not for one --delivery');
  if (from === undefined || to === undefined)
    throw new UsageError('--status pending needs --from and --to, which is the moment of the loss: later deliveries are on their way');
  return { status: 'pending', user, receiverId: receiver, from, to, isDryRun: dryRun };
}
