import type { paths } from '#libs/api-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf, ApiFault } from '../../api/fault.js';

export const REFRESH_MS = 10_000;
const SELDOM_MS = 60_000;

export const useReceiver = (receiverId: string) =>
  useQuery({
    queryKey: ['receivers', receiverId],
    queryFn: () => answerOf(api.GET('/receivers/{receiverId}', { params: { path: { receiverId } } })),
    refetchInterval: REFRESH_MS,
  });

export type StatisticsQuery = NonNullable<paths['/statistics']['get']['parameters']['query']>;

interface Asking {
  readonly enabled?: boolean;
  readonly isSeldom?: boolean;
}

/** Numbers of before stay until newer ones come. A refusal (too many points) is asked again seldom. */
export const useStatistics = (query: StatisticsQuery, { enabled = true, isSeldom = false }: Asking = {}) =>
  useQuery({
    queryKey: ['statistics', query],
    queryFn: () => answerOf(api.GET('/statistics', { params: { query } })),
    enabled,
    refetchInterval: ({ state }) => (isSeldom || state.error instanceof ApiFault ? SELDOM_MS : REFRESH_MS),
    placeholderData: keepPreviousData,
  });
