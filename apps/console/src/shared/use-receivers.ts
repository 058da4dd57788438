import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

type Receivers = readonly Schemas['ListedReceiver'][];

/** All receivers of the account, by name. */
export const useReceivers = (): UseQueryResult<Receivers> =>
  useQuery({
    queryKey: ['receivers', 'all'],
    queryFn: async () => {
      const { receivers } = await answerOf(api.GET('/receivers'));
      return receivers.toSorted((a, b) => a.name.localeCompare(b.name));
    },
  });

/** undefined = deleted, or not loaded yet */
export const useReceiver = (receiverId: string | undefined): Schemas['ListedReceiver'] | undefined =>
  useReceivers().data?.find((receiver) => receiver.receiverId === receiverId);
