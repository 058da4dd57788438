import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiAway, ApiFault } from './fault.js';
import { noteAnswer, onReachability } from './reachability.js';

export const SESSION_KEY = ['session'];

const RETRIES = 2;

/** A session that has ended takes all that was loaded with it: the next person at this screen must not see it. */
function endOn401(error: Error): void {
  noteAnswer(error);
  if (!(error instanceof ApiFault) || error.status !== 401) return;
  if (queryClient.getQueryData(SESSION_KEY) === null) return;
  queryClient.setQueryData(SESSION_KEY, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
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
