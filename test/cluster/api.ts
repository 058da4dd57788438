import { NAMESPACE, RELEASE } from './installation.js';
import { kubectl } from './shell.js';

const API = `${RELEASE}-parcel-event-webhooks-token-api`;

/** The URL of the Service of token-api inside the cluster. */
export const API_URL = `http://${API}.${NAMESPACE}.svc.cluster.local`;

/** Creates a token of scope `generate` with the command line in a pod, as the notes of the chart say. */
export async function createToken(account: number): Promise<string> {
  const cli = ['-n', NAMESPACE, 'exec', `deploy/${API}`, '--', 'node', 'dist/scripts/cli/cli.main.js'];
  const command = [...cli, 'token:create', '--user', String(account), '--scope', 'generate'];
  // Older releases do not have this option: they create the account without it.
  const made = await kubectl(...command, '--create-account').catch(() => kubectl(...command));
  return (JSON.parse(made) as { token: string }).token;
}

/** Creates a receiver with the API, through its Service. @returns the receiver's id */
export async function createReceiver(account: number, url: string): Promise<string> {
  const token = await createToken(account);
  const response = await fetch(`${API_URL}/receivers`, {
    method: 'POST',
    headers: { user: String(account), token, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST /receivers answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { receiverId: string }).receiverId;
}
