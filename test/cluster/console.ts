import { API_URL, createToken } from './api.js';

/**
 * Loads the page and its script from the Service, and opens a session with a token. The API must then recognise the session by its cookie.
 */
export async function openConsole(account: number): Promise<string> {
  const page = await (await must('/console/')).text();
  const [, script = ''] = /<script[^>]* src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
  await must(`/console/${script}`);
  const body = JSON.stringify({ user: account, token: await createToken(account) });
  const opened = await must('/sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { receivers } = (await (await must('/receivers', { headers: { cookie } })).json()) as { receivers: unknown[] };
  if (receivers.length !== 1) throw new Error(`the session sees ${receivers.length} receivers instead of 1`);
  return `${script}, a session, ${receivers.length} receiver`;
}

async function must(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(API_URL + path, init);
  if (!response.ok) throw new Error(`${init?.method ?? 'GET'} ${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
