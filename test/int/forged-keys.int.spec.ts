// Client certificates whose private key makes each TLS handshake expensive: a new key is refused, a stored key fails only its receiver.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asSecretsKeys } from '#libs/config';
import { SecretBox } from '#libs/persistence';
import type { IssueOptions } from '../../scripts/stack/certificates.js';
import { compositeRsaKey, forgedRsaKey, multiPrimeRsaKey, swappedRsaKey } from '../builders/forged-keys.js';
import type { ReceiverRow } from '../builders/receiver-row.js';
import { type CertificatePair, storeCertificate } from '../builders/stored-certificate.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { identityFor, type TestReceiver } from '../support/receiver.js';
import { type KnownReceiver, useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const RSA = { name: 'RSASSA-PKCS1-v1_5', publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', modulusLength: 4096 };
const RECEIVERS = 24;
const bed = useTestBed({ env: { RETRY_DELAY_MS: '600000', MAX_IN_FLIGHT: '8' } });
const webhooks = useSenderBed(bed);
let demanding: TestReceiver;
let tokenApi: App;
let sender: App;

const VARIANTS = ['numbers as long as the modulus', 'composite p and q', 'swapped dP and dQ', 'a third prime'] as const;
let sound: CertificatePair;
let forged: Record<(typeof VARIANTS)[number], CertificatePair>;

async function pair(key: IssueOptions['key']): Promise<CertificatePair> {
  const { cert, key: privateKey } = await identityFor({ names: ['shop.example'], purpose: 'client', key });
  return { certificate: cert, privateKey };
}

const compositePair = (): Promise<CertificatePair> => {
  const privateKey = createPrivateKey(compositeRsaKey(RSA.modulusLength));
  return pair({
    privateKey: privateKey.toCryptoKey(RSA, true, ['sign']),
    publicKey: createPublicKey(privateKey).toCryptoKey(RSA, true, ['verify']),
  });
};

beforeAll(async () => {
  demanding = await bed.startReceiver({ demandsCertificate: true });
  sound = await pair(RSA);
  const { certificate, privateKey } = sound;
  forged = {
    'numbers as long as the modulus': { certificate, privateKey: forgedRsaKey(privateKey) },
    'composite p and q': await compositePair(),
    'swapped dP and dQ': { certificate, privateKey: swappedRsaKey(privateKey) },
    'a third prime': { certificate, privateKey: multiPrimeRsaKey(privateKey) },
  };
  [tokenApi, sender] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
});

interface Stored {
  readonly auth?: { readonly tokenUrl: string };
  readonly keyCheck?: { readonly rule: number; readonly fault: string | null };
}

/** Stores the certificate as a version without a key check stored it, or with the result of an earlier rule. */
async function store({ receiverId }: KnownReceiver, pairOf: CertificatePair, { auth, keyCheck }: Stored = {}): Promise<void> {
  await storeCertificate(bed, receiverId, pairOf, { keyCheck });
  if (!auth) return;
  const box = new SecretBox(asSecretsKeys(bed.env['SECRETS_KEY']!));
  const oauth2 = { type: 'oauth2', ...auth, clientId: 'c', sealed: box.seal('s', receiverId) };
  await bed.database.query('UPDATE receiver SET auth = $2 WHERE receiver_id = $1', [receiverId, JSON.stringify(oauth2)]);
}

async function storedCheck({ receiverId }: Pick<KnownReceiver, 'receiverId'>): Promise<Stored['keyCheck'] | null> {
  const sql = `SELECT client_certificate -> 'keyCheck' AS "keyCheck" FROM receiver WHERE receiver_id = $1`;
  return (await bed.database.query<{ keyCheck: Stored['keyCheck'] | null }>(sql, [receiverId]))[0]!.keyCheck;
}

const untilChecked = (receiver: KnownReceiver): Promise<Stored['keyCheck']> =>
  waitFor(() => storedCheck(receiver), { what: 'the results of the check' });

/** Returns the log events of these receivers. */
function logged(app: App, receivers: readonly KnownReceiver[]): { event: string; receiverId: string }[] {
  const ids = new Set(receivers.map(({ receiverId }) => receiverId));
  return app
    .logs()
    .flatMap(({ event, receiverId }) => (ids.has(String(receiverId)) ? [{ event: String(event), receiverId: String(receiverId) }] : []));
}
const checksOf = (app: App, receivers: readonly KnownReceiver[]): string[] =>
  logged(app, receivers).flatMap(({ event, receiverId }) => (event === 'receiver.keyChecked' ? [receiverId] : []));

const addReceivers = (count: number, row: Partial<ReceiverRow> = {}): Promise<KnownReceiver[]> =>
  Promise.all(Array.from({ length: count }, () => webhooks.addReceiver(demanding.url('/many'), row)));

describe('a forged RSA key', () => {
  it('is refused by POST and PATCH; the sound key is accepted, and its check stored', async () => {
    const client = api(tokenApi.url, await bed.createAccountAndToken({ user: webhooks.newAccount(), scope: 'write' }));
    const url = demanding.url('/sound');
    const created = await client.post<{ receiverId: string }>('/receivers', { url, clientCertificate: sound });
    expect(created.status).toBe(201);
    expect(await storedCheck(created.data)).toEqual({ rule: expect.any(Number), fault: null });
    const answers = [];
    for (const clientCertificate of Object.values(forged)) {
      answers.push(await client.post('/receivers', { url, clientCertificate }));
      answers.push(await client.patch(`/receivers/${created.data.receiverId}`, { clientCertificate }));
    }
    const detail = expect.stringMatching(/^(The numbers of the RSA key do not belong together|An RSA key must have two primes)/);
    const errors = [expect.objectContaining({ code: 'invalid', attr: 'clientCertificate.privateKey', detail })];
    expect(answers.map(({ status, data }) => [status, data])).toEqual(answers.map(() => [400, expect.objectContaining({ errors })]));
  });

  it.each(VARIANTS)('that is already stored fails the attempts of its receiver without a handshake: %s', async (variant) => {
    const receiver = await webhooks.addReceiver(demanding.url('/forged'));
    await store(receiver, forged[variant]);
    const detail = expect.stringMatching(/^the key of the configured client certificate is refused: /);
    expect(await webhooks.firstAttempt(await webhooks.send(receiver))).toMatchObject({ outcome: 'tls', http_status: null, detail });
    expect(await untilChecked(receiver)).toMatchObject({ fault: expect.any(String) });
    expect(demanding.connections()).toBe(0);
  });

  it('is not used with a token endpoint either', async () => {
    const receiver = await webhooks.addReceiver('/tokens');
    await store(receiver, forged['composite p and q'], { auth: { tokenUrl: demanding.url('/token') } });
    expect(await webhooks.firstAttempt(await webhooks.send(receiver))).toMatchObject({ outcome: 'tls' });
    expect([demanding.connections(), webhooks.arrivedAt('/tokens')]).toEqual([0, 0]);
  });
});

describe('stored keys that are not checked yet', () => {
  it('delay neither the key of another account nor a receiver without a certificate', async () => {
    const account = webhooks.newAccount();
    const client = 'shop-many';
    const [many, [other]] = await Promise.all([addReceivers(RECEIVERS, { account, filter: { clients: [client] } }), addReceivers(1)]);
    await Promise.all([...many, other!].map((receiver) => store(receiver, sound)));
    await webhooks.publish(trackingEvent({ account, client }));
    await waitFor(() => checksOf(sender, many).length > 0, { what: 'the check of the first key' });
    const plain = await webhooks.addReceiver('/plain', { account });
    await Promise.all([webhooks.send({ account }), webhooks.send(other!)]);
    await waitFor(() => demanding.requests('/many').length === RECEIVERS + 1, { what: 'all webhooks' });
    const lines = logged(sender, [...many, other!, plain]).map(({ event, receiverId }) => `${event} ${receiverId}`);
    const checked = (receiverId: string): number => lines.indexOf(`receiver.keyChecked ${receiverId}`);
    const ofMany = checksOf(sender, many);
    expect(ofMany).toHaveLength(RECEIVERS);
    expect(checked(other!.receiverId)).toBeLessThan(checked(ofMany.at(-1)!));
    expect(lines.slice(0, checked(ofMany[RECEIVERS / 2]!))).toContain(`delivery.attempted ${plain.receiverId}`); // No key held all permits.
  });

  it('are checked once, whether sound or forged, and not at the next start; a check by an earlier rule does not count', async () => {
    const [accepted, refused, early] = (await addReceivers(3)) as [KnownReceiver, KnownReceiver, KnownReceiver];
    const receivers = [accepted, refused, early];
    await store(accepted, sound);
    await store(refused, forged['composite p and q']);
    await store(early, sound, { keyCheck: { rule: 0, fault: 'composite' } });
    const outcomes = async (): Promise<string[]> => {
      const events = await Promise.all(receivers.map((receiver) => webhooks.send(receiver)));
      return Promise.all(events.map(async (event) => (await webhooks.firstAttempt(event)).outcome));
    };
    expect(await outcomes()).toEqual(['accepted', 'tls', 'accepted']);
    const rule = expect.any(Number);
    expect(await Promise.all(receivers.map(untilChecked))).toEqual([
      { rule, fault: null },
      { rule, fault: 'composite' },
      expect.objectContaining({ rule }),
    ]);
    await waitFor(async () => (await storedCheck(early))?.fault === null, { what: 'the check by the current rule' });
    await sender.stop();
    sender = await bed.startApp('webhook-sender');
    expect(await outcomes()).toEqual(['accepted', 'tls', 'accepted']);
    expect(checksOf(sender, receivers)).toEqual([]);
  });
});
