import type { paths } from '#libs/api-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { REFRESH_MS } from '../api/queries.js';

const SELDOM_MS = 60_000;

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
