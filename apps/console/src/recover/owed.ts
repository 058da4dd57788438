// What orders would send: counted first, then ordered.
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiAway, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
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

export interface OwedQuery {
  readonly owed: Owed | undefined;
  readonly error: Error | null;
  readonly countAgain: () => void;
}

const SHOWN = 10;

/** Counts; nothing is ordered. @param isReady false = not yet */
export function useOwed(asks: readonly Ask[], isReady = true): OwedQuery {
  const results = useQueries({ queries: asks.map((ask) => ({ ...countOf(ask), enabled: isReady })) });
  const isCounting = !isReady || results.some(({ data, isFetching }) => data === undefined || isFetching);
  const counted = results.flatMap(({ data, dataUpdatedAt }, place) => (data ? [{ ask: asks[place]!, data, atMs: dataUpdatedAt }] : []));
  return {
    owed: isCounting ? undefined : toOwed(counted),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    countAgain: () => void Promise.all(results.map(({ refetch }) => refetch())),
  };
}

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
    orders: some.map(({ ask, data }) => ({ ...ask, to: data.to })),
    countedAt: new Date(Math.min(Date.now(), ...counted.map(({ atMs }) => atMs))).toISOString(),
  };
}

/** Orders one after the other. A second try after a lost answer makes no second order. */
export function useOrder(onOrdered: (redeliveryIds: readonly string[]) => void) {
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async (orders: readonly Required<Ask>[]) => {
      const ids: string[] = [];
      // oxlint-disable-next-line no-await-in-loop -- an account may have few orders at a time
      for (const ask of orders) ids.push(await order(ask, `${key} ${ask.receiverId} ${ask.status} ${ask.to}`));
      return ids;
    },
    onSuccess: (ids) => {
      void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
      onOrdered(ids);
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
