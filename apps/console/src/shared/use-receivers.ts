import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

type Listed = Schemas['ListedReceiver'];

const STALE_MS = 60_000;

const byName = ({ receivers }: Schemas['Receivers']): readonly Listed[] => receivers.toSorted((a, b) => a.name.localeCompare(b.name));

/** All receivers of the account, sorted by name. @param refetchMs for views that show their health */
export const useReceivers = (refetchMs?: number): UseQueryResult<readonly Listed[]> =>
  useQuery({
    queryKey: ['receivers'],
    queryFn: () => answerOf(api.GET('/receivers')),
    select: byName,
    staleTime: STALE_MS,
    refetchInterval: refetchMs ?? false,
  });

const NONE: readonly Listed[] = [];

/** The same receivers; none until they are loaded. */
export const useKnownReceivers = (): readonly Listed[] => useReceivers().data ?? NONE;

export type Named = Pick<Listed, 'receiverId' | 'name'>;

/** Returns the name of a receiver, or the beginning of its id if the receiver was deleted. */
export const nameOf = (receivers: readonly Named[], receiverId: string): string =>
  receivers.find((receiver) => receiver.receiverId === receiverId)?.name ?? receiverId.slice(0, 8);
