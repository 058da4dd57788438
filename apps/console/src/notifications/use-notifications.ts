import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

const PAGE = 50;

type NotificationType = Schemas['Notification']['type'];

/** Newest first, all types or one. */
export const useNotifications = (type: NotificationType | undefined) =>
  useInfiniteQuery({
    queryKey: ['notifications', 'list', type],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/notifications', {
          params: { query: { limit: PAGE, ...(type && { type }), ...(pageParam !== '' && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
  });
