import { useMutation, useQuery } from '@tanstack/react-query';
import { api, isEmbedded, sessionApi } from './client.js';
import { answerOf, ApiFault } from './fault.js';
import { namedSession, SESSION_KEY, type SessionState, setSession, SIGNS_IN } from './queries.js';
import { type Schemas, TOKEN_SCOPES, type TokenScope } from './schemas.js';

/** The session of the person at the page. */
export type Session = Schemas['CurrentSession'];

export type Opening = { readonly user: string; readonly token: string } | { readonly code: string };

const openSession = (opening: Opening): Promise<Session> =>
  answerOf(sessionApi.POST('/sessions', { body: { ...opening, ...(isEmbedded && { embedded: true }) } }));

interface After {
  readonly onOpened?: () => void;
  readonly onRefused?: (fault: Error) => void;
}

/** Signs in. A session that is open ends. */
export const useSignIn = ({ onOpened, onRefused }: After = {}) =>
  useMutation({
    mutationFn: openSession,
    meta: SIGNS_IN,
    onSuccess: (session) => {
      setSession({ kind: 'open', session });
      onOpened?.(); // before React draws again: otherwise the page would ask about a used link
    },
    onError: (fault) => onRefused?.(fault),
  });

/** The session that a link would open. */
export const useLink = (code: string) =>
  useQuery({
    queryKey: ['link', code],
    queryFn: () => answerOf(sessionApi.POST('/sessions/links/inspect', { body: { code } })),
    meta: SIGNS_IN,
    gcTime: 0,
  });

async function stateOf(session: Promise<Session>): Promise<SessionState> {
  try {
    return { kind: 'open', session: await session };
  } catch (error) {
    if (error instanceof ApiFault && error.status === 401) return { kind: 'none', ...(namedSession() !== undefined && { why: 'ended' }) };
    throw error;
  }
}

/** The session of this tab. */
export const useSessionState = () =>
  useQuery({ queryKey: SESSION_KEY, queryFn: () => stateOf(answerOf(api.GET('/sessions/current'))), staleTime: Infinity });

/** The session of the cookie, which another tab may have replaced. */
export const useSessionOfCookie = () =>
  useQuery({ queryKey: [...SESSION_KEY, 'cookie'], queryFn: () => stateOf(answerOf(sessionApi.GET('/sessions/current'))), gcTime: 0 });

/** Returns the session. Only views call this: they are drawn only when there is a session. */
export function useSession(): Session {
  const { data } = useSessionState();
  if (data?.kind !== 'open') throw new Error('a view was drawn without a session');
  return data.session;
}

/** Whether the session has this scope. */
export const useMay = (scope: TokenScope): boolean => TOKEN_SCOPES.indexOf(useSession().scope) >= TOKEN_SCOPES.indexOf(scope);

export async function signOut(): Promise<void> {
  await answerOf(api.DELETE('/sessions/current'));
  setSession({ kind: 'none', why: 'signedOut' });
}
