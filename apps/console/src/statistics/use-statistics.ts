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

/** The statistics. Old numbers stay until newer numbers come. After a refusal (too many points), the next request comes later. */
export const useStatistics = (query: StatisticsQuery, { enabled = true, isSeldom = false }: Asking = {}) =>
  useQuery({
    queryKey: ['statistics', query],
    queryFn: () => answerOf(api.GET('/statistics', { params: { query } })),
    enabled,
    refetchInterval: ({ state }) => (isSeldom || state.error instanceof ApiFault ? SELDOM_MS : REFRESH_MS),
    placeholderData: keepPreviousData,
  });
