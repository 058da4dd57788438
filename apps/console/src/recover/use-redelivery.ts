import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { byReceiver, type ReceiverOrder } from './receiver-orders.js';

type Order = Schemas['Redelivery'];

const EVERY_MS = 3_000;

/** Polls an order until its webhooks have arrived or failed. The attempts of one webhook may take hours. */
const orderQuery = (redeliveryId: string) => ({
  queryKey: ['redeliveries', redeliveryId],
  queryFn: (): Promise<Order> => answerOf(api.GET('/redeliveries/{redeliveryId}', { params: { path: { redeliveryId } } })),
  refetchInterval: ({ state }: { readonly state: AskedFor }) => (isAskedAgain(state) ? EVERY_MS : false),
});

interface AskedFor {
  readonly data: Order | undefined;
  readonly error: Error | null;
}

function isAskedAgain({ data, error }: AskedFor): boolean {
  if (error instanceof ApiFault && error.status === 404) return false;
  return data === undefined || data.state === 'running' || data.results.pending > 0;
}

/** An order to send again. */
export const useRedelivery = (redeliveryId: string | undefined): UseQueryResult<Order> =>
  useQuery({ ...orderQuery(redeliveryId ?? ''), enabled: redeliveryId !== undefined });

export interface Orders {
  /** undefined = not all of them are known yet. */
  readonly orders: readonly ReceiverOrder[] | undefined;
  /** The reason why an order is not known. */
  readonly fault: Error | undefined;
}

/** Reads the orders of one run. The orders of a receiver become one order. */
export function useRedeliveries(redeliveryIds: readonly string[]): Orders {
  const queries = useQueries({ queries: redeliveryIds.map(orderQuery) });
  const orders = queries.flatMap(({ data }) => data ?? []);
  return {
    orders: orders.length < redeliveryIds.length ? undefined : byReceiver(orders),
    fault: queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? undefined,
  };
}
