import { useMutation, useQuery } from '@tanstack/react-query';
import { api, isEmbedded, sessionApi } from './client.js';
import { answerOf, ApiFault } from './fault.js';
import { namedSession, SESSION_KEY, type SessionState, setSession, SIGNS_IN } from './queries.js';
import { type Schemas, TOKEN_SCOPES, type TokenScope } from './schemas.js';

/** Who looks at the page. */
export type Session = Schemas['CurrentSession'];

export type Opening = { readonly user: string; readonly token: string } | { readonly code: string };

const openSession = (opening: Opening): Promise<Session> =>
  answerOf(sessionApi.POST('/sessions', { body: { ...opening, ...(isEmbedded && { embedded: true }) } }));

interface After {
  readonly onOpened?: () => void;
  readonly onRefused?: (fault: Error) => void;
}

/** Signs in; a session that is open ends. */
export const useSignIn = ({ onOpened, onRefused }: After = {}) =>
  useMutation({
    mutationFn: openSession,
    meta: SIGNS_IN,
    onSuccess: (session) => {
      setSession({ kind: 'open', session });
      onOpened?.(); // before the next drawing: a link that is used up must not be asked about
    },
    onError: (fault) => onRefused?.(fault),
  });

/** What a link opens. */
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

/** Who looks at this tab. */
export const useSessionState = () =>
  useQuery({ queryKey: SESSION_KEY, queryFn: () => stateOf(answerOf(api.GET('/sessions/current'))), staleTime: Infinity });

/** Whose session the cookie is, whatever this tab believes. */
export const useSessionOfCookie = () =>
  useQuery({ queryKey: [...SESSION_KEY, 'cookie'], queryFn: () => stateOf(answerOf(sessionApi.GET('/sessions/current'))), gcTime: 0 });

/** The session; only for views, which are drawn when there is one. */
export function useSession(): Session {
  const { data } = useSessionState();
  if (data?.kind !== 'open') throw new Error('a view was drawn without a session');
  return data.session;
}

/** Whether the person may do what needs this scope. */
export const useMay = (scope: TokenScope): boolean => TOKEN_SCOPES.indexOf(useSession().scope) >= TOKEN_SCOPES.indexOf(scope);

export async function signOut(): Promise<void> {
  await answerOf(api.DELETE('/sessions/current'));
  setSession({ kind: 'none', why: 'signedOut' });
}
