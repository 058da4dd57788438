// Which operational events this browser has shown. A cookie holds the time of the newest one, because the console uses no other storage.
import { consolePath } from '../api/client.js';
import { queryClient, SESSION_KEY, type SessionState } from '../api/queries.js';

const DAYS = 400;

/** Two accounts may use one browser. */
function cookieName(): string | undefined {
  const state = queryClient.getQueryData<SessionState>(SESSION_KEY);
  return state?.kind === 'open' ? `notifications-seen-${state.session.account}` : undefined;
}

/** Returns the time of the newest event that was shown, ISO 8601; '' = none. */
export function seenUntil(): string {
  const name = cookieName();
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? '' : decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
}

/** @param timestamp of the newest event that is shown */
export function noteSeen(timestamp: string): void {
  const name = cookieName();
  if (name === undefined || timestamp <= seenUntil()) return;
  document.cookie = `${name}=${encodeURIComponent(timestamp)}; path=${consolePath}; max-age=${DAYS * 86_400}; samesite=strict`;
  void queryClient.invalidateQueries({ queryKey: ['notifications', 'unseen'] });
}
