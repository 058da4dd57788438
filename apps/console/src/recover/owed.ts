// What orders would send: counted first, then ordered.
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiAway, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { nameOf, type Named, useKnownReceivers } from '../shared/use-receivers.js';
import type { Ask } from './wish.js';

type Sampled = Schemas['PreviewedEvent'] & Pick<Ask, 'receiverId'>;

interface OwedPart extends Pick<Schemas['RedeliveryPreview'], 'count' | 'countIsExact'> {
  readonly status: Ask['status'];
}

export interface Owed {
  readonly count: number;
  readonly countIsExact: boolean;
  readonly parts: readonly OwedPart[];
  /** The oldest. */
  readonly sample: readonly Sampled[];
  /** The orders that would send something, each until the moment of the count by the service: what was seen is sent, no more. */
  readonly orders: readonly Required<Ask>[];
  readonly countedAt: string;
}

/** Of one receiver: it is off or deleted. */
export interface Refusal {
  readonly receiverId: string;
  /** As it was known: the name of a deleted receiver is gone with the next list. */
  readonly name: string;
  readonly error: ApiFault;
}

export interface OwedQuery {
  readonly owed: Owed | undefined;
  /** Receivers that are not counted. */
  readonly refusals: readonly Refusal[];
  readonly error: Error | null;
  readonly countAgain: () => void;
}

const SHOWN = 10;

/** Counts; nothing is ordered. @param isReady false = not yet */
export function useOwed(asks: readonly Ask[], isReady = true): OwedQuery {
  const receivers = useKnownReceivers();
  const results = useQueries({ queries: asks.map((ask) => ({ ...countOf(ask), enabled: isReady })) });
  const isCounting = !isReady || results.some(({ data, isFetching, error }) => (data === undefined && !isRefusal(error)) || isFetching);
  const counted = results.flatMap(({ data, dataUpdatedAt }, place) => (data ? [{ ask: asks[place]!, data, atMs: dataUpdatedAt }] : []));
  return {
    owed: isCounting ? undefined : toOwed(counted),
    refusals: results.flatMap(({ error }, place) => (isRefusal(error) ? [toRefusal(receivers, asks[place]!, error)] : [])),
    error: results.find(({ error }) => error !== null && !isRefusal(error))?.error ?? null,
    countAgain: () => void Promise.all(results.map(({ refetch }) => refetch())),
  };
}

const ABOUT_RECEIVER: ReadonlySet<number> = new Set([404, 409]);

/** A refusal about one receiver says nothing of the others; a fault of the session stops all. */
const isRefusal = (error: unknown): error is ApiFault =>
  error instanceof ApiFault && ABOUT_RECEIVER.has(error.status) && error.items.every(({ code }) => code !== 'session_mismatch');

const toRefusal = (receivers: readonly Named[], { receiverId }: Ask, error: ApiFault): Refusal => ({
  receiverId,
  name: nameOf(receivers, receiverId),
  error,
});

const countOf = ({ receiverId, ...wish }: Ask) => ({
  queryKey: ['redeliveries', 'preview', receiverId, wish],
  queryFn: async () => {
    const params = { path: { receiverId } };
    const answer = await answerOf(api.POST('/receivers/{receiverId}/redeliver', { params, body: { ...wish, dryRun: true } }));
    return answer as Schemas['RedeliveryPreview'];
  },
  refetchOnWindowFocus: false,
  staleTime: Infinity,
  gcTime: 0,
});

interface Counted {
  readonly ask: Ask;
  readonly data: Schemas['RedeliveryPreview'];
  readonly atMs: number;
}

function toOwed(counted: readonly Counted[]): Owed {
  const some = counted.filter(({ data }) => data.count > 0);
  return {
    count: some.reduce((sum, { data }) => sum + data.count, 0),
    countIsExact: some.every(({ data }) => data.countIsExact),
    parts: some.map(({ ask: { status }, data: { count, countIsExact } }) => ({ status, count, countIsExact })),
    sample: some
      .flatMap(({ ask: { receiverId }, data }) => data.sample.map((row) => ({ ...row, receiverId })))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .slice(0, SHOWN),
    orders: some.map(({ ask, data, atMs }) => ({ ...ask, to: data.to ?? ask.to ?? new Date(atMs).toISOString() })), // an API of before tells no end
    countedAt: new Date(Math.min(Date.now(), ...counted.map(({ atMs }) => atMs))).toISOString(),
  };
}

export interface Ordered {
  readonly redeliveryIds: readonly string[];
  /** Receivers that get nothing. */
  readonly refusals: readonly Refusal[];
}

/** Orders one after the other. A second try after a lost answer makes no second order. */
export function useOrder(onOrdered: (ordered: Ordered) => void) {
  const receivers = useKnownReceivers();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async (orders: readonly Required<Ask>[]) => {
      const redeliveryIds: string[] = [];
      const refusals: Refusal[] = [];
      for (const ask of orders) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- an account may have few orders at a time
          redeliveryIds.push(await order(ask, `${key} ${ask.receiverId} ${ask.status} ${ask.to}`));
        } catch (error) {
          if (!isRefusal(error)) throw error;
          refusals.push(toRefusal(receivers, ask, error));
        }
      }
      return { redeliveryIds, refusals };
    },
    onSuccess: (ordered) => {
      void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
      void queryClient.invalidateQueries({ queryKey: ['receivers'] });
      onOrdered(ordered);
    },
  });
}

const PAUSE_MS = 3_000;
const MOST_TRIES = 20;

/** Waits while too many orders of the account run. */
async function order({ receiverId, ...body }: Required<Ask>, key: string, tries = 1): Promise<string> {
  const params = { path: { receiverId }, header: { 'Idempotency-Key': key } };
  try {
    const answer = await answerOf(api.POST('/receivers/{receiverId}/redeliver', { params, body }));
    return (answer as Schemas['Redelivery']).redeliveryId;
  } catch (error) {
    const mayPass = error instanceof ApiAway || (error instanceof ApiFault && error.status === 429);
    if (!mayPass || tries >= MOST_TRIES) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return order({ receiverId, ...body }, key, tries + 1);
  }
}
