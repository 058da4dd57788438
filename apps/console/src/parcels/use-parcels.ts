import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { ParcelFilter } from './parcel-filter.js';

const PAGE = 100;
export const MOST_MARKED = 200;

export const useParcels = (filter: ParcelFilter) =>
  useInfiniteQuery({
    queryKey: ['consignments', 'list', filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.GET('/consignments', { params: { query: { ...filter, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) } } })),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });

/** The newest parcels of the filter whose webhooks fail: the rows of the list do not say so. The period is left out, because it is about parcels, not failures. */
export function useFailingParcels(search: ParcelFilter) {
  const { from: _, to: __, ...filter } = search;
  return useQuery({
    queryKey: ['consignments', 'failing', filter],
    queryFn: async () => {
      const query = { ...filter, failing: 'true' as const, limit: MOST_MARKED };
      const { consignments, nextCursor } = await answerOf(api.GET('/consignments', { params: { query } }));
      return { ids: new Set(consignments.map(({ consignmentId }) => consignmentId)), isComplete: nextCursor === null };
    },
    refetchInterval: 10_000,
  });
}
