import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { REFRESH_MS } from '../../api/queries.js';
import type { Outcome } from '../../api/vocabulary.js';

/** The newest delivery whose last attempt ended like the receiver's last failure. @param outcome undefined = do not ask */
export const useLastFailed = (receiverId: string, outcome: Outcome | undefined) =>
  useQuery({
    queryKey: ['deliveries', 'last failed', receiverId, outcome],
    queryFn: async () => {
      const query = { receiverId, outcome, limit: 1 } as const;
      const [newest] = (await answerOf(api.GET('/deliveries', { params: { query } }))).deliveries;
      if (newest === undefined) return null;
      return answerOf(api.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId: newest.deliveryId } } }));
    },
    enabled: outcome !== undefined,
    refetchInterval: REFRESH_MS,
  });
