import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiUnreachable, ApiFault } from './fault.js';
import { noteAnswer, onReachability } from './reachability.js';
import type { Schemas } from './schemas.js';

export const SESSION_KEY = ['session'];

const RETRIES = 2;

/** Views of live numbers and states ask for them again after this time. */
export const REFRESH_MS = 10_000;

type Session = Schemas['CurrentSession'];

/** The session of this tab. */
export type SessionState =
  | { readonly kind: 'open'; readonly session: Session }
  /** Another tab has signed in, so the cookie belongs to another session. */
  | { readonly kind: 'replaced'; readonly session: Session }
  | { readonly kind: 'none'; readonly why?: 'signedOut' | 'ended' };

const stateNow = (): SessionState | undefined => queryClient.getQueryData(SESSION_KEY);

/** The `sessionId` that the requests of this tab name; undefined without a session. */
export function namedSession(): string | null | undefined {
  const state = stateNow();
  return state === undefined || state.kind === 'none' ? undefined : state.session.sessionId;
}

/** Removes all loaded data together with the previous session: the next person at this screen must not see it. */
export function setSession(state: SessionState): void {
  queryClient.setQueryData(SESSION_KEY, state);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}

/** The `meta` of a request that signs in or inspects a link. Its refusal says nothing about the session of this tab. */
export const SIGNS_IN = { signsIn: true };

function noteFault(error: Error, meta: Readonly<Record<string, unknown>> | undefined): void {
  noteAnswer(error);
  const state = stateNow();
  if (!(error instanceof ApiFault) || meta?.['signsIn'] === true || state?.kind !== 'open') return;
  if (error.status === 401) setSession({ kind: 'none', why: 'ended' });
  if (error.items.some(({ code }) => code === 'session_mismatch')) setSession({ kind: 'replaced', session: state.session });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => noteFault(error, meta), onSuccess: () => noteAnswer() }),
  mutationCache: new MutationCache({
    onError: (error, ...[, , { meta }]) => noteFault(error, meta),
    onSuccess: () => noteAnswer(),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // a refusal is final; an API that does not answer may come back
      retry: (count, error) => error instanceof ApiUnreachable && count < RETRIES,
      // a browser that is offline still reaches an API on the same machine
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

// Data that was loaded before the API went away is old.
onReachability((isAway) => {
  if (!isAway) void queryClient.invalidateQueries();
});
