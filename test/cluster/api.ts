import { NAMESPACE, RELEASE } from './installation.js';
import { kubectl } from './shell.js';

const API = `${RELEASE}-parcel-event-webhooks-token-api`;

/** As the notes of the chart say: a token by the command line in a pod, then the API by its Service. @returns the receiver's id */
export async function createReceiver(account: number, url: string): Promise<string> {
  const cli = ['exec', `deploy/${API}`, '--', 'node', 'dist/scripts/cli/cli.main.js'];
  const made = await kubectl('-n', NAMESPACE, ...cli, 'token:create', '--user', String(account), '--scope', 'generate', '--create-account');
  const { token } = JSON.parse(made) as { token: string };
  const response = await fetch(`http://${API}.${NAMESPACE}.svc.cluster.local/receivers`, {
    method: 'POST',
    headers: { user: String(account), token, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST /receivers answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { receiverId: string }).receiverId;
}
