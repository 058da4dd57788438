import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';

export interface ReceiverName {
  readonly receiverId: string;
  readonly name: string;
}

const STALE_MS = 60_000;

/** The names of the account's receivers, by name. */
export function useReceiverNames(): readonly ReceiverName[] {
  const { data } = useQuery({
    queryKey: ['receivers', 'names'],
    queryFn: async () => {
      const { receivers } = await answerOf(api.GET('/receivers'));
      return receivers.map(({ receiverId, name }) => ({ receiverId, name })).toSorted((a, b) => a.name.localeCompare(b.name));
    },
    staleTime: STALE_MS,
  });
  return data ?? [];
}

/** The name of a receiver; the beginning of its id where it is not known, because it was deleted. */
export const nameOf = (receivers: readonly ReceiverName[], receiverId: string): string =>
  receivers.find((receiver) => receiver.receiverId === receiverId)?.name ?? receiverId.slice(0, 8);
