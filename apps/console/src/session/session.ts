import { useQuery } from '@tanstack/react-query';
import { api, isEmbedded } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import { replaceSession, SESSION_KEY } from '../api/queries.js';
import { type Schemas, TOKEN_SCOPES, type TokenScope } from '../api/schemas.js';

/** Who looks at the page. */
export type Session = Schemas['CurrentSession'];

type Opening = { readonly user: string; readonly token: string } | { readonly code: string };

export const openSession = (opening: Opening): Promise<Session> =>
  answerOf(api.POST('/sessions', { body: { ...opening, ...(isEmbedded && { embedded: true }) } }));

/** @returns null without a session */
async function currentSession(): Promise<Session | null> {
  try {
    return await answerOf(api.GET('/sessions/current'));
  } catch (error) {
    if (error instanceof ApiFault && error.status === 401) return null;
    throw error;
  }
}

export const useSessionQuery = () => useQuery({ queryKey: SESSION_KEY, queryFn: currentSession, staleTime: Infinity });

/** The session; only for views, which are drawn when there is one. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (!data) throw new Error('a view was drawn without a session');
  return data;
}

/** Whether the person may do what needs this scope. */
export const useMay = (scope: TokenScope): boolean => TOKEN_SCOPES.indexOf(useSession().scope) >= TOKEN_SCOPES.indexOf(scope);

export async function signOut(): Promise<void> {
  await answerOf(api.DELETE('/sessions/current'));
  replaceSession(null);
}
