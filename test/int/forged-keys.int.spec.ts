// Client certificates whose private key makes each TLS handshake expensive: a new key is refused, a stored key fails only its receiver.
import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asSecretsKeys } from '#libs/config';
import { SecretBox } from '#libs/persistence';
import { forgedRsaKey } from '../builders/forged-keys.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { identityFor, type TestReceiver } from '../support/receiver.js';
import { type KnownReceiver, useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';

const RSA = { name: 'RSASSA-PKCS1-v1_5', publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', modulusLength: 4096 };
const RECEIVERS = 28;
const bed = useTestBed({ env: { RETRY_DELAY_MS: '600000' } });
const webhooks = useSenderBed(bed);
let demanding: TestReceiver;
let apps: Record<'api' | 'sender', App>;
let sound: { readonly certificate: string; readonly privateKey: string };
let forged: typeof sound;

beforeAll(async () => {
  demanding = await bed.startReceiver({ demandsCertificate: true });
  const { cert, key } = await identityFor({ names: ['shop.example'], purpose: 'client', key: RSA });
  sound = { certificate: cert, privateKey: key };
  forged = { certificate: cert, privateKey: forgedRsaKey(key) };
  const [tokenApi, sender] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
  apps = { api: tokenApi, sender };
});

/** As a version stored it that did not look at the numbers of keys. */
async function store({ receiverId }: KnownReceiver, auth?: { readonly tokenUrl: string }): Promise<void> {
  const box = new SecretBox(asSecretsKeys(bed.env['SECRETS_KEY']!));
  const { subject, issuer, serialNumber, validFromDate, validToDate, fingerprint256 } = new X509Certificate(forged.certificate);
  const facts = { subject, issuer, serialNumber, fingerprint256, notBefore: validFromDate, notAfter: validToDate };
  const stored = { ...facts, chain: forged.certificate, sealed: box.seal(forged.privateKey, receiverId) };
  await bed.database.query('UPDATE receiver SET client_certificate = $2 WHERE receiver_id = $1', [receiverId, JSON.stringify(stored)]);
  if (!auth) return;
  const oauth2 = { type: 'oauth2', ...auth, clientId: 'c', sealed: box.seal('s', receiverId) };
  await bed.database.query('UPDATE receiver SET auth = $2 WHERE receiver_id = $1', [receiverId, JSON.stringify(oauth2)]);
}

describe('a forged RSA key', () => {
  it('is refused by POST and PATCH; the sound key of the same certificate is taken', async () => {
    const client = api(apps.api.url, await bed.createAccountAndToken({ user: webhooks.newAccount(), scope: 'write' }));
    const url = demanding.url('/sound');
    const created = await client.post<{ receiverId: string }>('/receivers', { url, clientCertificate: sound });
    expect(created.status).toBe(201);
    const answers = [
      await client.post('/receivers', { url, clientCertificate: forged }),
      await client.patch(`/receivers/${created.data.receiverId}`, { clientCertificate: forged }),
    ];
    const errors = [expect.objectContaining({ code: 'invalid', attr: 'clientCertificate.privateKey' })];
    expect(answers.map(({ status, data }) => [status, data])).toEqual(answers.map(() => [400, expect.objectContaining({ errors })]));
  });

  it('that is stored fails the attempts of its receiver without a handshake; the next account gets its webhooks', async () => {
    const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => webhooks.addReceiver(demanding.url('/forged'))));
    await Promise.all(receivers.map((receiver) => store(receiver)));
    const other = await webhooks.addReceiver('/other');
    const failing = await Promise.all(receivers.map((receiver) => webhooks.send(receiver)));
    await webhooks.untilStatus(await webhooks.send(other), 'delivered');
    const attempts = await Promise.all(failing.map((event) => webhooks.firstAttempt(event)));
    const detail = expect.stringMatching(
      /^the key of our client certificate is refused: The numbers of the RSA key do not belong together/,
    );
    expect(attempts).toEqual(Array(RECEIVERS).fill(expect.objectContaining({ outcome: 'tls', http_status: null, detail })));
    expect(demanding.connections()).toBe(0);
  });

  it('is shown to no token endpoint either', async () => {
    const receiver = await webhooks.addReceiver('/tokens');
    await store(receiver, { tokenUrl: demanding.url('/token') });
    expect(await webhooks.firstAttempt(await webhooks.send(receiver))).toMatchObject({ outcome: 'tls' });
    expect([demanding.connections(), webhooks.arrivedAt('/tokens')]).toEqual([0, 0]);
  });
});
