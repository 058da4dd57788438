import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

const EVERY_MS = 3_000;

/** An order to send again, asked for until it has ended. */
export const useRedelivery = (redeliveryId: string | undefined): UseQueryResult<Schemas['Redelivery']> =>
  useQuery({
    queryKey: ['redeliveries', redeliveryId],
    queryFn: () => answerOf(api.GET('/redeliveries/{redeliveryId}', { params: { path: { redeliveryId: redeliveryId ?? '' } } })),
    enabled: redeliveryId !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : EVERY_MS),
  });
