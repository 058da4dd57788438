import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { words } from '../words/words.js';
import { seenUntil } from './seen.js';

const EVERY_MS = 60_000;
/** More are not counted. */
const MOST = 20;

/** The number of operational events that came since this browser showed them. */
export function UnseenCount() {
  const { data = 0 } = useQuery({
    queryKey: ['notifications', 'unseen'],
    queryFn: async () => {
      const { notifications } = await answerOf(api.GET('/notifications', { params: { query: { limit: MOST } } }));
      return notifications.filter(({ timestamp }) => timestamp > seenUntil()).length;
    },
    refetchInterval: EVERY_MS,
  });
  if (data === 0) return null;
  return (
    <Badge size="sm" aria-label={words.shared.unseen(data)}>
      {data < MOST ? data : `${MOST}+`}
    </Badge>
  );
}
