// Asks DHL for parcels and submits their scans to the service.
import { apiClient, dataOf, retrying } from '@owner_placeholder/parcel-webhooks-client';
import { type DhlAnswer, scansOf } from './scans.ts';

const { DHL_API_KEY = '', DHL_API = 'https://api-eu.dhl.com', API = '', ACCOUNT = '1', TOKEN = '' } = process.env;

const client = apiClient({ baseUrl: API, credentials: { user: Number(ACCOUNT), token: TOKEN }, fetch: retrying() });

async function track(trackingNumber: string): Promise<DhlAnswer> {
  const query = new URLSearchParams({ trackingNumber, service: 'parcel-de', language: 'en' });
  const response = await fetch(`${DHL_API}/track/shipments?${query}`, {
    headers: { 'DHL-API-Key': DHL_API_KEY },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`DHL answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as DhlAnswer;
}

/** A repeat is harmless: the service counts scans with the same `scan_id` once. */
async function submit(trackingNumber: string): Promise<void> {
  const scans = scansOf(await track(trackingNumber));
  if (scans.length > 0) await dataOf(client.POST('/scans', { body: { scans } }));
  console.log(`${trackingNumber}: ${scans.length} scans`);
}

const trackingNumbers = process.argv.slice(2);
if (trackingNumbers.length === 0) {
  console.error('usage: npm start -- TRACKING_NUMBER …');
  process.exit(1);
}
for (const trackingNumber of trackingNumbers) {
  try {
    await submit(trackingNumber);
  } catch (error) {
    const { message, cause } = error as Error;
    console.error(`${trackingNumber}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    process.exitCode = 1; // goes on with the next parcel
  }
}
