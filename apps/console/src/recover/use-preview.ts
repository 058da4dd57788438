import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

type Wish = Pick<Schemas['Redeliver'], 'status' | 'from' | 'to'>;

/** What an order would send; nothing is ordered. */
export const usePreview = (receiverId: string | undefined, wish: Wish): UseQueryResult<Schemas['RedeliveryPreview']> =>
  useQuery({
    queryKey: ['redeliveries', 'preview', receiverId, wish],
    queryFn: async () => {
      const params = { path: { receiverId: receiverId ?? '' } };
      const answer = await answerOf(api.POST('/receivers/{receiverId}/redeliver', { params, body: { ...wish, dryRun: true } }));
      return answer as Schemas['RedeliveryPreview'];
    },
    enabled: receiverId !== undefined,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  });

export async function order(receiverId: string, wish: Wish, key: string): Promise<Schemas['Redelivery']> {
  const params = { path: { receiverId }, header: { 'Idempotency-Key': key } };
  const answer = await answerOf(api.POST('/receivers/{receiverId}/redeliver', { params, body: wish }));
  return answer as Schemas['Redelivery'];
}
