// Orders deliveries to be sent again: ended ones, or pending ones whose messages are lost; the running token-api works the orders off.
import { randomUUID } from 'node:crypto';
import { readConfig, systemClock } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import type { DataSource } from 'typeorm';
import { ReceiversRepository } from './receivers/receivers.repository.js';
import {
  type LostWish,
  type ManyWish,
  type OneWish,
  parseRedeliverArgs,
  REDELIVER_USAGE,
  type RedeliverWish,
} from './redeliveries/redeliver-args.js';
import { type ManyOrder, RedeliveriesRepository, type Refusal } from './redeliveries/redeliveries.repository.js';
import type { RedeliveryView } from './redeliveries/redeliveries.dto.js';
import { requestOfPeriod } from './redeliveries/redelivery.js';

const BY = { command: 'redeliver' };
/** An operator who orders for all receivers after a loss is not stopped on the way. */
const UNLIMITED = { by: BY, mostRunning: Infinity };

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unknown: 'The account has no such delivery.',
  pending: 'The delivery is pending: its attempts are still being made.',
  test: 'The delivery is a test: ask for another one.',
  receiver_gone: 'The receiver of the delivery has been deleted.',
  receiver_disabled: 'The receiver is disabled, so the delivery would be cancelled: enable it first.',
  event_gone: 'The event is not kept any more.',
  erased: 'The data of this parcel were erased on request: there is nothing left to send.',
  key_used: 'The delivery has been ordered a moment ago.',
  too_many: 'Too many orders of the account are running.',
};

async function one(dataSource: DataSource, { user: account, deliveryId }: OneWish): Promise<RedeliveryView | undefined> {
  const redeliveries = new RedeliveriesRepository(dataSource);
  const redeliveryId = randomUUID();
  const result = await redeliveries.orderOne({ ...UNLIMITED, redeliveryId, account, deliveryId, idempotencyKey: undefined });
  if (result !== 'ordered') throw new Error(REFUSALS[result]);
  return redeliveries.find(account, redeliveryId);
}

async function many(dataSource: DataSource, { user: account, ...wish }: ManyWish): Promise<RedeliveryView | undefined> {
  const receiver = await new ReceiversRepository(dataSource).find(account, wish.receiverId);
  if (!receiver) throw new Error(`Account ${account} has no receiver ${wish.receiverId}.`);
  if (!receiver.enabled) throw new Error(REFUSALS.receiver_disabled);
  const to = wish.to ?? new Date(systemClock.nowMs());
  return order(dataSource, { ...wish, account, to, request: requestOfPeriod(wish), idempotencyKey: undefined });
}

/**
 * One order for each receiver, for disabled and deleted ones too: theirs end as cancelled. The same period is the same orders for as long as
 * orders are kept, so that a command which was killed among them can be given again: a second round would break off the first.
 */
async function lost(dataSource: DataSource, { user, to, ...wish }: LostWish): Promise<RedeliveryView[]> {
  if (to.getTime() > systemClock.nowMs()) throw new Error(`--to must have passed: what comes until ${to.toISOString()} is on its way.`);
  const meant = { ...wish, to, account: user };
  const views: RedeliveryView[] = [];
  for (const receiver of await new RedeliveriesRepository(dataSource).receiversOfPending(meant)) {
    const period = { ...meant, ...receiver };
    const request = requestOfPeriod(period);
    const view = await order(dataSource, { ...period, request, idempotencyKey: `redeliver ${request}` });
    if (view) views.push(view);
  }
  return views;
}

async function order(
  dataSource: DataSource,
  wish: Omit<ManyOrder, 'redeliveryId' | 'by' | 'mostRunning'>,
): Promise<RedeliveryView | undefined> {
  const redeliveries = new RedeliveriesRepository(dataSource);
  const made = await redeliveries.orderMany({ ...wish, ...UNLIMITED, redeliveryId: randomUUID() });
  if (made === 'too_many') throw new Error(REFUSALS.too_many);
  return redeliveries.find(wish.account, made.redeliveryId);
}

async function carryOut(dataSource: DataSource, wish: RedeliverWish): Promise<string> {
  if ('deliveryId' in wish) return JSON.stringify(await one(dataSource, wish));
  if (!isLost(wish)) return JSON.stringify(await many(dataSource, wish));
  const views = await lost(dataSource, wish);
  return views.length === 0 ? 'No delivery of that period is pending.' : views.map((view) => JSON.stringify(view)).join('\n');
}

const isLost = (wish: ManyWish | LostWish): wish is LostWish => wish.status === 'pending';

export const COMMAND = {
  usage: REDELIVER_USAGE,
  parse: parseRedeliverArgs,
  run: async (wish: RedeliverWish, { env }: CommandContext) => ({
    output: await withDatabase(readConfig(databaseSettings, env), 'redeliver', (dataSource) => carryOut(dataSource, wish)),
  }),
};
