import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import type { DeliveryFilter } from './delivery-filter.js';
import { freshIds, withNewest } from './newest.js';

const PAGE = 200;
const LIVE_MS = 3_000;
/** A new row keeps its mark for so many polls. */
const MARKED_POLLS = 5;

type Pages = InfiniteData<Schemas['DeliveryPage'], string>;

const fetchPage = (filter: DeliveryFilter, cursor = '') =>
  answerOf(api.GET('/deliveries', { params: { query: { ...filter, limit: PAGE, ...(cursor !== '' && { cursor }) } } }));

const keyOf = (filter: DeliveryFilter) => ['deliveries', 'list', filter] as const;

/** The list. Loaded pages stay as they are; useNewest joins the newest page with them. */
export const useDeliveries = (filter: DeliveryFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(filter),
    queryFn: ({ pageParam }) => fetchPage(filter, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
    gcTime: 0,
    // comparing all loaded rows takes longer than drawing the rows in sight
    structuralSharing: false,
  });

/** Joins the newest page with the list: every 3 s while `isLive`, otherwise on request. Its data are the ids that came last. */
export function useNewest(filter: DeliveryFilter, isLive: boolean) {
  const client = useQueryClient();
  const key = ['deliveries', 'newest', filter] as const;
  return useQuery({
    queryKey: key,
    queryFn: async (): Promise<readonly (readonly string[])[]> => {
      const newest = await fetchPage(filter);
      const before = client.getQueryData<readonly (readonly string[])[]>(key) ?? [];
      const list = client.getQueryData<Pages>(keyOf(filter));
      // a page that is still loading would overwrite the joined list
      if (list === undefined || client.isFetching({ queryKey: keyOf(filter) }) > 0) return before;
      client.setQueryData(keyOf(filter), withNewest(list, newest));
      return [freshIds(list, newest), ...before].slice(0, MARKED_POLLS);
    },
    enabled: isLive,
    refetchInterval: LIVE_MS,
    staleTime: 0,
    gcTime: 0,
  });
}
