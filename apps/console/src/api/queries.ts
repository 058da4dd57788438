import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiAway, ApiFault } from './fault.js';
import { noteAnswer, onReachability } from './reachability.js';
import type { Schemas } from './schemas.js';

export const SESSION_KEY = ['session'];

const RETRIES = 2;

/** All that was loaded goes with the session of before: the next person at this screen must not see it. @param session null = signed out */
export function replaceSession(session: Schemas['CurrentSession'] | null): void {
  queryClient.setQueryData(SESSION_KEY, session);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}

function endOn401(error: Error): void {
  noteAnswer(error);
  const isRefused = error instanceof ApiFault && error.status === 401;
  if (isRefused && queryClient.getQueryData(SESSION_KEY) !== null) replaceSession(null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endOn401, onSuccess: () => noteAnswer() }),
  mutationCache: new MutationCache({ onError: endOn401, onSuccess: () => noteAnswer() }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // a refusal stays one; the loss of an answer may pass
      retry: (count, error) => error instanceof ApiAway && count < RETRIES,
      // the browser's word "offline" says nothing of an API on the same machine
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

// What was loaded before the API was away is old.
onReachability((isAway) => {
  if (!isAway) void queryClient.invalidateQueries();
});
