// The webhooks that orders would send: counted first, then ordered.
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiUnreachable, ApiFault } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { nameOf, type Named, useKnownReceivers } from '../shared/use-receivers.js';
import type { RecoverRequest } from './recover-options.js';

type Sampled = Schemas['PreviewedEvent'] & Pick<RecoverRequest, 'receiverId'>;

interface RecoverablePart extends Pick<Schemas['RedeliveryPreview'], 'count' | 'countIsExact'> {
  readonly status: RecoverRequest['status'];
}

export interface Recoverable {
  readonly count: number;
  readonly countIsExact: boolean;
  readonly parts: readonly RecoverablePart[];
  /** The oldest webhooks. */
  readonly sample: readonly Sampled[];
  /** The orders that would send something. Each ends at the moment of its count, so that it sends only counted webhooks. */
  readonly orders: readonly Required<RecoverRequest>[];
  readonly countedAt: string;
}

/** The refusal of an order for one receiver, which is off or deleted. */
export interface Refusal {
  readonly receiverId: string;
  /** The name before the refusal: the next list of receivers lacks a deleted receiver. */
  readonly name: string;
  readonly error: ApiFault;
}

export interface RecoverableQuery {
  readonly recoverable: Recoverable | undefined;
  /** Receivers that are not counted. */
  readonly refusals: readonly Refusal[];
  readonly error: Error | null;
  readonly countAgain: () => void;
}

const SHOWN = 10;

/** Counts without ordering. @param isReady false = does not count yet */
export function useRecoverable(requests: readonly RecoverRequest[], isReady = true): RecoverableQuery {
  const receivers = useKnownReceivers();
  const results = useQueries({ queries: requests.map((request) => ({ ...countOf(request), enabled: isReady })) });
  const isCounting = !isReady || results.some(({ data, isFetching, error }) => (data === undefined && !isRefusal(error)) || isFetching);
  const counted = results.flatMap(({ data, dataUpdatedAt }, place) =>
    data ? [{ request: requests[place]!, data, atMs: dataUpdatedAt }] : [],
  );
  return {
    recoverable: isCounting ? undefined : toRecoverable(counted),
    refusals: results.flatMap(({ error }, place) => (isRefusal(error) ? [toRefusal(receivers, requests[place]!, error)] : [])),
    error: results.find(({ error }) => error !== null && !isRefusal(error))?.error ?? null,
    countAgain: () => void Promise.all(results.map(({ refetch }) => refetch())),
  };
}

const ABOUT_RECEIVER: ReadonlySet<number> = new Set([404, 409]);

/** Whether the refusal is about one receiver, so that the others go on. A fault of the session stops all orders. */
const isRefusal = (error: unknown): error is ApiFault =>
  error instanceof ApiFault && ABOUT_RECEIVER.has(error.status) && error.items.every(({ code }) => code !== 'session_mismatch');

const toRefusal = (receivers: readonly Named[], { receiverId }: RecoverRequest, error: ApiFault): Refusal => ({
  receiverId,
  name: nameOf(receivers, receiverId),
  error,
});

const countOf = ({ receiverId, ...order }: RecoverRequest) => ({
  queryKey: ['redeliveries', 'preview', receiverId, order],
  queryFn: async () => {
    const params = { path: { receiverId } };
    const answer = await answerOf(api.POST('/receivers/{receiverId}/redeliver', { params, body: { ...order, dryRun: true } }));
    return answer as Schemas['RedeliveryPreview'];
  },
  refetchOnWindowFocus: false,
  staleTime: Infinity,
  gcTime: 0,
});

interface Counted {
  readonly request: RecoverRequest;
  readonly data: Schemas['RedeliveryPreview'];
  readonly atMs: number;
}

function toRecoverable(counted: readonly Counted[]): Recoverable {
  const some = counted.filter(({ data }) => data.count > 0);
  return {
    count: some.reduce((sum, { data }) => sum + data.count, 0),
    countIsExact: some.every(({ data }) => data.countIsExact),
    parts: some.map(({ request: { status }, data: { count, countIsExact } }) => ({ status, count, countIsExact })),
    sample: some
      .flatMap(({ request: { receiverId }, data }) => data.sample.map((row) => ({ ...row, receiverId })))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .slice(0, SHOWN),
    orders: some.map(({ request, data: { to } }) => ({ ...request, to })),
    countedAt: new Date(Math.min(Date.now(), ...counted.map(({ atMs }) => atMs))).toISOString(),
  };
}

export interface Ordered {
  readonly redeliveryIds: readonly string[];
  /** Receivers that get nothing. */
  readonly refusals: readonly Refusal[];
}

/** Makes the orders one after the other. A second try after a lost answer makes no second order. */
export function useOrder(onOrdered: (ordered: Ordered) => void) {
  const receivers = useKnownReceivers();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async (orders: readonly Required<RecoverRequest>[]) => {
      const redeliveryIds: string[] = [];
      const refusals: Refusal[] = [];
      for (const request of orders) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- an account may have few orders at a time
          redeliveryIds.push(await order(request, `${key} ${request.receiverId} ${request.status} ${request.to}`));
        } catch (error) {
          if (!isRefusal(error)) throw error;
          refusals.push(toRefusal(receivers, request, error));
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

/** Makes one order. It waits while too many orders of the account run. */
async function order({ receiverId, ...body }: Required<RecoverRequest>, key: string, tries = 1): Promise<string> {
  const params = { path: { receiverId }, header: { 'Idempotency-Key': key } };
  try {
    const answer = await answerOf(api.POST('/receivers/{receiverId}/redeliver', { params, body }));
    return (answer as Schemas['Redelivery']).redeliveryId;
  } catch (error) {
    const mayPass = error instanceof ApiUnreachable || (error instanceof ApiFault && error.status === 429);
    if (!mayPass || tries >= MOST_TRIES) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return order({ receiverId, ...body }, key, tries + 1);
  }
}
