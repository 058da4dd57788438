import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';

const STALE_MS = 60_000;

export const TARGETS_KEY = ['notification-targets'];

/** The mail addresses that hear of operational events. */
export const useTargets = () =>
  useQuery({ queryKey: TARGETS_KEY, queryFn: () => answerOf(api.GET('/notification-targets')), staleTime: STALE_MS });
