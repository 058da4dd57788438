// Orders redeliveries of ended deliveries, or of pending deliveries whose messages are lost. The running token-api carries out the orders.
import { randomUUID } from 'node:crypto';
import { accountNumber, choice, type CommandOutcome, defineCommand, flag, instant, optional, uuid } from '#libs/command-line';
import { readConfig, systemClock } from '#libs/config';
import { DELIVERY_STATES } from '#libs/contracts';
import { ReceiverEntity, databaseSettings, withDatabase } from '#libs/persistence';
import type { DataSource } from 'typeorm';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import { MissingRepository } from './missing.repository.js';
import {
  type LostRedelivery,
  type PeriodRedelivery,
  type SingleRedelivery,
  type RedeliverRequest,
  toRedeliverRequest,
} from './redeliver-request.js';
import type { RedeliveryPreview, RedeliveryView } from './redeliveries.dto.js';
import { type ManyOrder, RedeliveriesRepository, type Refusal } from './redeliveries.repository.js';
import { MISSING, requestOfPeriod } from './redelivery.js';

const BY = { command: 'redeliver' };
/** An operator who orders for all receivers after a loss must not reach a limit. */
const UNLIMITED = { by: BY, mostRunning: Infinity };

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unknown: 'The account has no such delivery.',
  pending: 'The delivery is pending: its attempts are still being made.',
  test: 'The delivery is a test: send another test.',
  receiver_gone: 'The receiver of the delivery has been deleted.',
  receiver_disabled: 'The receiver is off, so the delivery would be cancelled: set `enabled` to true first.',
  event_gone: 'The event is no longer kept.',
  erased: 'The data of this parcel were erased on request: there is nothing left to send.',
  key_used: 'The delivery was ordered a moment ago.',
  too_many: 'Too many orders of the account are running.',
};

async function one(dataSource: DataSource, { user: account, deliveryId }: SingleRedelivery): Promise<RedeliveryView | undefined> {
  const redeliveries = new RedeliveriesRepository(dataSource);
  const redeliveryId = randomUUID();
  const result = await redeliveries.orderOne({ ...UNLIMITED, redeliveryId, account, deliveryId, idempotencyKey: undefined });
  if (result !== 'ordered') throw new Error(REFUSALS[result]);
  return redeliveries.find(account, redeliveryId);
}

async function many(
  dataSource: DataSource,
  { user: account, isDryRun, ...request }: PeriodRedelivery,
): Promise<RedeliveryView | RedeliveryPreview | undefined> {
  const receiver = await new ReceiversRepository(dataSource.getRepository(ReceiverEntity)).find(account, request.receiverId);
  if (!receiver) throw new Error(`Account ${account} has no receiver ${request.receiverId}.`);
  const meant = { ...request, account, to: request.to ?? new Date(systemClock.nowMs()) };
  const isMissing = request.status === MISSING;
  const missing = isMissing ? await new MissingRepository(dataSource).preview({ ...meant, filter: receiver }) : undefined;
  if (isDryRun) return missing ?? new RedeliveriesRepository(dataSource).preview(meant);
  if (!receiver.enabled) throw new Error(REFUSALS.receiver_disabled);
  return order(dataSource, {
    ...meant,
    request: requestOfPeriod(request),
    idempotencyKey: undefined,
    ...(missing && { total: missing.count }),
  });
}

type LostView = RedeliveryView | (RedeliveryPreview & { readonly receiverId: string });

/**
 * Makes one order for each receiver. The deliveries of a disabled or deleted receiver end as cancelled. While orders are kept, the same period
 * gives the same orders, so a killed command can be repeated: a second round would break off the first round.
 */
async function lost(dataSource: DataSource, { user, to, isDryRun, ...request }: LostRedelivery): Promise<LostView[]> {
  if (to.getTime() > systemClock.nowMs()) throw new Error(`--to must have passed: deliveries until ${to.toISOString()} are on their way.`);
  const meant = { ...request, to, account: user };
  const views: LostView[] = [];
  for (const receiver of await new RedeliveriesRepository(dataSource).receiversOfPending(meant)) {
    const period = { ...meant, ...receiver };
    if (isDryRun) {
      views.push({ ...receiver, ...(await new RedeliveriesRepository(dataSource).preview(period)) });
      continue;
    }
    const request = requestOfPeriod(period);
    const view = await order(dataSource, { ...period, request, idempotencyKey: `redeliver ${request}` });
    if (view) views.push(view);
  }
  return views;
}

async function order(
  dataSource: DataSource,
  request: Omit<ManyOrder, 'redeliveryId' | 'by' | 'mostRunning'>,
): Promise<RedeliveryView | undefined> {
  const redeliveries = new RedeliveriesRepository(dataSource);
  const made = await redeliveries.orderMany({ ...request, ...UNLIMITED, redeliveryId: randomUUID() });
  if (made === 'too_many') throw new Error(REFUSALS.too_many);
  return redeliveries.find(request.account, made.redeliveryId);
}

async function carryOut(dataSource: DataSource, request: RedeliverRequest): Promise<CommandOutcome> {
  if ('deliveryId' in request) return { json: await one(dataSource, request) };
  if (!isLost(request)) return { json: await many(dataSource, request) };
  const views = await lost(dataSource, request);
  return { json: views, text: views.length === 0 ? 'No delivery of that period is pending.' : views.map((view) => JSON.stringify(view)) };
}

const isLost = (request: PeriodRedelivery | LostRedelivery): request is LostRedelivery => request.status === 'pending';

export const COMMAND = defineCommand({
  name: 'redeliver',
  summary: 'orders redeliveries of ended deliveries',
  more: 'by default of exhausted deliveries; missing: of events that the receiver wants but has no delivery for; pending: of deliveries that a loss of Kafka stopped (docs/backup-and-moves.md#move-or-replace-the-kafka-cluster); the running token-api carries out the orders',
  usage:
    '(--user <number> (--delivery <id> | --receiver <id> --from <time> [--to <time>] [--status <status>] [--dry-run]) | --status pending --from <time> --to <time> [--user <number>] [--receiver <id>] [--dry-run])',
  options: {
    user: optional('--user <number>', 'the number of the account', { read: accountNumber }),
    delivery: optional('--delivery <id>', 'one delivery', { read: uuid }),
    receiver: optional('--receiver <id>', 'all deliveries of a receiver', { read: uuid }),
    from: optional('--from <time>', 'created since', { read: instant }),
    to: optional('--to <time>', 'created before; default now; with pending, the moment of the loss', { read: instant }),
    status: choice('--status <status>', 'default exhausted; missing: has no delivery; pending: lost in Kafka', [
      ...DELIVERY_STATES,
      MISSING,
    ]),
    dryRun: flag('--dry-run', 'only count the deliveries and name the first ones'),
  },
  reads: ['DATABASE_URL'],
  run: async (values, { env }) => {
    const request = toRedeliverRequest(values);
    return withDatabase(readConfig(databaseSettings, env), 'redeliver', (dataSource) => carryOut(dataSource, request));
  },
});
