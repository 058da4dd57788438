// Asks UPS for parcels and submits their scans to the service.
import { randomUUID } from 'node:crypto';
import { apiClient, dataOf, retrying } from '@owner_placeholder/parcel-webhooks-client';
import { packagesOf, scansOf, type UpsAnswer } from './scans.ts';

const { UPS_CLIENT_ID = '', UPS_CLIENT_SECRET = '', UPS_API = 'https://onlinetools.ups.com' } = process.env;
const { API = '', ACCOUNT = '1', TOKEN = '' } = process.env;

const client = apiClient({ baseUrl: API, credentials: { user: Number(ACCOUNT), token: TOKEN }, fetch: retrying() });

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(UPS_API + path, { ...init, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`UPS answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** @returns an access token, which is valid for hours */
async function signIn(): Promise<string> {
  const credentials = Buffer.from(`${UPS_CLIENT_ID}:${UPS_CLIENT_SECRET}`).toString('base64');
  const { access_token: token } = await ask<{ access_token: string }>('/security/v1/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return token;
}

const track = (trackingNumber: string, accessToken: string): Promise<UpsAnswer> =>
  ask(`/api/track/v1/details/${encodeURIComponent(trackingNumber)}?locale=en_US`, {
    headers: { authorization: `Bearer ${accessToken}`, transId: randomUUID(), transactionSrc: 'parcel-event-webhooks' },
  });

/** A repeat is harmless: the service counts scans with the same `scan_id` once. */
async function submit(trackingNumber: string): Promise<void> {
  const answer = await track(trackingNumber, await accessToken);
  const scans = scansOf(answer);
  if (scans.length > 0) await dataOf(client.POST('/scans', { body: { scans } }));
  const activities = packagesOf(answer).reduce((count, { activity = [] }) => count + activity.length, 0);
  const leftOut = activities === scans.length ? '' : `, ${activities - scans.length} left out without GMT time`;
  console.log(`${trackingNumber}: ${scans.length} scans${leftOut}`);
}

const trackingNumbers = process.argv.slice(2);
if (trackingNumbers.length === 0) {
  console.error('usage: npm start -- TRACKING_NUMBER …');
  process.exit(1);
}
const accessToken = signIn();
for (const trackingNumber of trackingNumbers) {
  try {
    await submit(trackingNumber);
  } catch (error) {
    const { message, cause } = error as Error;
    console.error(`${trackingNumber}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    process.exitCode = 1; // goes on with the next parcel
  }
}
