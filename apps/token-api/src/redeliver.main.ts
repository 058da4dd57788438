// Orders ended deliveries to be sent again for their account; the running token-api works the order off.
import { randomUUID } from 'node:crypto';
import { systemClock } from '#libs/config';
import { runCommandLine } from '#libs/observability';
import type { DataSource } from 'typeorm';
import { ReceiversRepository } from './receivers/receivers.repository.js';
import { parseRedeliverArgs, REDELIVER_USAGE, type RedeliverWish } from './redeliveries/redeliver-args.js';
import { RedeliveriesRepository, type Refusal } from './redeliveries/redeliveries.repository.js';
import type { RedeliveryView } from './redeliveries/redelivery.js';
import { withDatabase } from './with-database.provider.js';

const BY = { command: 'redeliver' };

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unknown: 'The account has no such delivery.',
  pending: 'The delivery is pending: its attempts are still being made.',
  test: 'The delivery is a test: ask for another one.',
  receiver_gone: 'The receiver of the delivery has been deleted.',
  receiver_disabled: 'The receiver is disabled, so the delivery would be cancelled: enable it first.',
  event_gone: 'The event is not kept any more.',
  erased: 'The data of this parcel were erased on request: there is nothing left to send.',
  key_used: 'The delivery has been ordered a moment ago.',
};

type One = Extract<RedeliverWish, { deliveryId: string }>;
type Many = Exclude<RedeliverWish, One>;

async function one(dataSource: DataSource, { user: account, deliveryId }: One): Promise<RedeliveryView | undefined> {
  const redeliveries = new RedeliveriesRepository(dataSource);
  const redeliveryId = randomUUID();
  const result = await redeliveries.orderOne({ redeliveryId, account, by: BY, deliveryId, idempotencyKey: undefined });
  if (result !== 'ordered') throw new Error(REFUSALS[result]);
  return redeliveries.find(account, redeliveryId);
}

async function many(dataSource: DataSource, { user: account, receiverId, from, to, status }: Many): Promise<RedeliveryView | undefined> {
  const receiver = await new ReceiversRepository(dataSource).find(account, receiverId);
  if (!receiver) throw new Error(`Account ${account} has no receiver ${receiverId}.`);
  if (!receiver.enabled) throw new Error(REFUSALS.receiver_disabled);
  const redeliveries = new RedeliveriesRepository(dataSource);
  const request = `receiver/${receiverId} ${from.toISOString()} ${to?.toISOString() ?? ''} ${status}`;
  const period = { from, to: to ?? new Date(systemClock.nowMs()) };
  const order = { redeliveryId: randomUUID(), account, by: BY, receiverId, ...period, status, request, idempotencyKey: undefined };
  const { redeliveryId } = await redeliveries.orderMany(order);
  return redeliveries.find(account, redeliveryId);
}

const COMMAND = {
  usage: REDELIVER_USAGE,
  parse: parseRedeliverArgs,
  run: async (wish: RedeliverWish) => {
    const view = await withDatabase(process.env, 'redeliver', (dataSource) =>
      'deliveryId' in wish ? one(dataSource, wish) : many(dataSource, wish),
    );
    return { output: JSON.stringify(view) };
  },
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));
