// mTLS: client certificates for receivers and their token endpoints, tested with servers that demand a certificate.
import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { type CertificatePair as Pair, storeCertificate } from '../builders/stored-certificate.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { identityFor, type ReceiverOptions, type TestReceiver } from '../support/receiver.js';
import { useSenderBed } from '../support/sender-bed.js';
import { stdoutOf } from '../support/command.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const RETRY_MS = 600_000;
const bed = useTestBed({ env: { RETRY_DELAY_MS: String(RETRY_MS) } });
/** The server demands a certificate on all its paths. */
const webhooks = useSenderBed(bed, { demandsCertificate: true });
let apps: App[];

beforeAll(async () => {
  apps = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
});

const made: Pair[] = [];

async function pair(options: ReceiverOptions = {}): Promise<Pair> {
  const { cert, key } = await identityFor({ names: ['shop.example'], purpose: 'client', ...options });
  made.push({ certificate: cert, privateKey: key });
  return made.at(-1)!;
}

const fingerprintOf = ({ certificate }: Pair): string => new X509Certificate(certificate).fingerprint256;

interface Shop {
  readonly account: number;
  readonly receiverId: string;
  readonly client: AxiosInstance;
  readonly created: Readonly<Record<string, unknown>>;
}

async function shop(url: string, fields: object = {}): Promise<Shop> {
  const account = webhooks.newAccount();
  const client = api(apps[0]!.url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
  const { status, data } = await client.post<Shop['created'] & { receiverId: string }>('/receivers', { url, timeoutMs: 60_000, ...fields });
  expect([status, data]).toEqual([201, expect.anything()]);
  return { account, receiverId: data.receiverId, client, created: data };
}

async function replace({ client, receiverId }: Shop, clientCertificate: Pair | null): Promise<AxiosResponse<Shop['created']>> {
  const answer = await client.patch<Shop['created']>(`/receivers/${receiverId}`, { clientCertificate });
  expect([answer.status, answer.data]).toEqual([200, expect.anything()]);
  return answer;
}

const shownAt = (path: string, receiver: TestReceiver = webhooks.receiver): (string | undefined)[] =>
  receiver.requests(path).map(({ clientFingerprint }) => clientFingerprint);

describe('a receiver that demands a client certificate', () => {
  it('gets its webhooks with the certificate', async () => {
    const clientCertificate = await pair();
    const to = await shop(webhooks.receiver.url('/own'), { clientCertificate });
    await webhooks.untilStatus(await webhooks.send(to), 'delivered');
    expect(shownAt('/own')).toEqual([fingerprintOf(clientCertificate)]);
  });

  it('gets no webhook without a certificate, and the attempt says why; the next attempt uses a certificate added meanwhile', async () => {
    const to = await shop(webhooks.receiver.url('/none'));
    const attempt = await webhooks.firstAttempt(await webhooks.send(to));
    expect(attempt).toMatchObject({ outcome: expect.stringMatching(/^(?:tls|connection)$/), http_status: null });
    expect(attempt.detail).toMatch(/client certificate, but none is configured/);
    expect(shownAt('/none')).toEqual([]);

    await replace(to, await pair());
    await webhooks.untilStatus(await webhooks.send(to), 'delivered');
    expect(shownAt('/none')).toHaveLength(1);
  });

  it('refuses a certificate of a CA that it does not trust: the attempt says so', async () => {
    const to = await shop(webhooks.receiver.url('/stranger'), { clientCertificate: await pair({ certificate: 'untrusted' }) });
    const attempt = await webhooks.firstAttempt(await webhooks.send(to));
    expect(attempt.detail).toMatch(/it (?:may refuse|refuses) the configured client certificate \(/);
  });

  it('refuses an expired certificate: the attempt says when it expired', async () => {
    const notAfter = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
    const to = await shop(webhooks.receiver.url('/expired'));
    await storeCertificate(bed, to.receiverId, await pair({ notAfter })); // The API refuses a certificate that has already expired.
    const attempt = await webhooks.firstAttempt(await webhooks.send(to));
    expect(attempt.detail).toMatch(
      new RegExp(
        `it (?:may refuse|refuses) the configured client certificate, which expired at ${notAfter.toISOString().replaceAll('.', String.raw`\.`)} `,
      ),
    );
    expect(shownAt('/expired')).toEqual([]);
  });

  it('gets, for two receivers at one host, each receiver’s own certificate on separate connections', async () => {
    const [one, two] = [await pair(), await pair()];
    const [first, second] = [
      await shop(webhooks.receiver.url('/first'), { clientCertificate: one }),
      await shop(webhooks.receiver.url('/second'), { clientCertificate: two }),
    ];
    const bare = await shop(webhooks.receiver.url('/bare'));
    await Promise.all([webhooks.sendMany(first, 20), webhooks.sendMany(second, 20), webhooks.send(bare)]);
    await waitFor(() => shownAt('/first').length === 20 && shownAt('/second').length === 20, { what: '40 webhooks' });
    expect(new Set(shownAt('/first'))).toEqual(new Set([fingerprintOf(one)]));
    expect(new Set(shownAt('/second'))).toEqual(new Set([fingerprintOf(two)]));
    expect(shownAt('/bare')).toEqual([]);
  });

  it('misses nothing while the certificate is replaced under load: no attempt fails', async () => {
    webhooks.receiver.behave('/load', { kind: 'answer', delayMs: 60 });
    const pairs = [await pair(), await pair(), await pair()];
    const to = await shop(webhooks.receiver.url('/load'), { clientCertificate: pairs[0] });
    let sent = 0;
    const over = { is: false };
    const load = (async () => {
      for (; !over.is; sent += 20) {
        await webhooks.sendMany(to, 20);
        await waitFor(() => webhooks.arrivedAt('/load') >= sent - 20, { what: 'the webhooks sent so far' }); // Some webhooks are always in flight.
      }
    })();
    for (const [nth, next] of pairs.entries()) {
      if (nth > 0) await replace(to, next);
      const shown = (): number => shownAt('/load').filter((fingerprint) => fingerprint === fingerprintOf(next)).length;
      await waitFor(() => shown() >= 100, { what: `100 webhooks with certificate ${nth + 1}` });
    }
    over.is = true;
    await load;
    const outcomes = (): Promise<{ outcome: string; count: number }[]> =>
      bed.database.query(
        `SELECT a.outcome, count(*)::int AS count FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.receiver_id = $1 GROUP BY 1`,
        [to.receiverId],
      );
    const recorded = async (): Promise<boolean> => (await outcomes()).reduce((sum, { count }) => sum + count, 0) >= sent;
    await waitFor(recorded, { what: `${sent} attempts` });
    expect(await outcomes()).toEqual([{ outcome: 'accepted', count: sent }]);
    expect(shownAt('/load')).toHaveLength(sent);
    expect([...new Set(shownAt('/load'))]).toEqual(pairs.map(fingerprintOf));
    expect(shownAt('/load').at(-1)).toBe(fingerprintOf(pairs[2]!));
  });

  it('gets no certificate after the API sets it to null', async () => {
    const to = await shop(webhooks.receiver.url('/null'), { clientCertificate: await pair() });
    expect((await replace(to, null)).data.clientCertificate).toBeNull();
    expect((await webhooks.firstAttempt(await webhooks.send(to))).detail).toMatch(/but none is configured/);
  });
});

describe('a token endpoint that demands a client certificate', () => {
  it('gets the certificate of its receiver, and later its successor: a token belongs to one certificate', async () => {
    webhooks.receiver.behave('/token', { kind: 'answer', body: '{"access_token": "t-1", "token_type": "Bearer", "expires_in": 3600}' });
    const tokenUrl = webhooks.receiver.url('/token');
    const auth = { type: 'oauth2', tokenUrl, clientId: 'c', clientSecret: 's' };
    const [one, two] = [await pair(), await pair()];
    const to = await shop(webhooks.receiver.url('/tokens'), { auth, clientCertificate: one });
    await webhooks.untilStatus(await webhooks.send(to), 'delivered');
    await replace(to, two);
    await webhooks.untilStatus(await webhooks.send(to), 'delivered');
    expect(shownAt('/tokens')).toEqual([one, two].map(fingerprintOf));
    expect(shownAt('/token')).toEqual([one, two].map(fingerprintOf));

    await replace(to, null);
    const attempt = await webhooks.firstAttempt(await webhooks.send(to));
    expect(attempt).toMatchObject({ outcome: 'auth', detail: expect.stringMatching(/^the token endpoint could not be asked/) });
  });
});

describe('a client certificate in the API', () => {
  const faultsOf = ({ data }: AxiosResponse): unknown =>
    (data as { errors: { code: string; attr: string | null }[] }).errors.map(({ code, attr }) => `${attr}:${code}`);

  it('is shown without its key, with its expiry; a change writes both to the audit log', async () => {
    const [one, two] = [await pair(), await pair({ notAfter: new Date('2099-01-01T00:00:00Z') })];
    const to = await shop(webhooks.receiver.url('/view'), { clientCertificate: one });
    const view = ({ certificate }: Pair): object => {
      const { subject, issuer, serialNumber, validFromDate, validToDate, fingerprint256 } = new X509Certificate(certificate);
      const [notBefore, notAfter] = [validFromDate.toISOString(), validToDate.toISOString()];
      return { subject, issuer, serialNumber, notBefore, notAfter, fingerprint256 };
    };
    expect(to.created.clientCertificate).toEqual(view(one));
    expect((await replace(to, two)).data.clientCertificate).toEqual(view(two));
    const { data: found } = await to.client.get<object>(`/receivers/${to.receiverId}`);
    const { data: list } = await to.client.get<{ receivers: object[] }>('/receivers');
    expect([found, ...list.receivers]).toEqual(Array(2).fill(expect.objectContaining({ clientCertificate: view(two) })));
    const reader = api(apps[0]!.url, await bed.createAccountAndToken({ user: to.account, scope: 'generate' }));
    const { data: audit } = await reader.get<object>('/audit-log');
    expect(JSON.stringify(audit)).toContain('credentials');
    expect(JSON.stringify(audit)).toContain('2099-01-01T00:00:00.000Z');
    expect((await to.client.patch(`/receivers/${to.receiverId}`, { enabled: true })).data).toMatchObject({ clientCertificate: view(two) });
  });

  it.each<[string, (own: Pair, other: Pair) => unknown, string[]]>([
    ['a text', () => 'x', ['clientCertificate:invalid']],
    ['a list', () => [], ['clientCertificate:invalid']],
    ['no field', () => ({}), ['clientCertificate.certificate:required', 'clientCertificate.privateKey:required']],
    ['no key', ({ certificate }) => ({ certificate }), ['clientCertificate.privateKey:required']],
    ['another field', (own) => ({ ...own, passphrase: 'x' }), ['clientCertificate.passphrase:invalid']],
    [
      'no PEM',
      () => ({ certificate: 'x', privateKey: 'x' }),
      ['clientCertificate.certificate:invalid', 'clientCertificate.privateKey:invalid'],
    ],
    ['the other key', (own, other) => ({ ...own, privateKey: other.privateKey }), ['clientCertificate.privateKey:invalid']],
    [
      'certificate and key in the wrong fields',
      ({ certificate, privateKey }) => ({ certificate: privateKey, privateKey: certificate }),
      ['clientCertificate.certificate:invalid', 'clientCertificate.privateKey:invalid'],
    ],
  ])('with %s is refused by POST and PATCH, and neither repeats it', async (_, wrong, faults) => {
    const [own, other] = [await pair(), await pair()];
    const to = await shop(webhooks.receiver.url('/wrong'), { clientCertificate: own });
    const body = { clientCertificate: wrong(own, other) };
    const answers = [
      await to.client.post('/receivers', { url: webhooks.receiver.url(), ...body }),
      await to.client.patch(`/receivers/${to.receiverId}`, body),
    ];
    for (const answer of answers) {
      expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
      expect(JSON.stringify(answer.data)).not.toContain(own.privateKey.split('\n')[1]);
    }
    expect((await to.client.get<object>(`/receivers/${to.receiverId}`)).data).toMatchObject({
      clientCertificate: { fingerprint256: fingerprintOf(own) },
    });
  });

  it('that has expired is refused with the time, together with the other faults', async () => {
    const notAfter = new Date('2026-03-01T00:00:00Z');
    const to = await shop(webhooks.receiver.url('/late'));
    const answer = await to.client.patch(`/receivers/${to.receiverId}`, {
      url: 'https://10.0.0.1/',
      clientCertificate: await pair({ notAfter }),
    });
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['url:invalid', 'clientCertificate.certificate:invalid']]);
    expect(JSON.stringify(answer.data)).toContain('The certificate expired at 2026-03-01T00:00:00.000Z.');
  });

  it('can be neither seen nor changed by another account', async () => {
    const to = await shop(webhooks.receiver.url('/mine'), { clientCertificate: await pair() });
    const stranger = await shop(webhooks.receiver.url('/theirs'));
    const path = `/receivers/${to.receiverId}`;
    expect((await stranger.client.get(path)).status).toBe(404);
    expect((await stranger.client.patch(path, { clientCertificate: null })).status).toBe(404);
    expect((await to.client.get<object>(path)).data).toMatchObject({ clientCertificate: to.created.clientCertificate });
  });
});

describe('the keys of client certificates', () => {
  it('are encrypted again by keys:rotate, which names keys that it cannot decrypt', async () => {
    const clientCertificate = await pair();
    const to = await shop(webhooks.receiver.url('/rotated'), { clientCertificate, signing: { enabled: false } });
    const lost = await shop(webhooks.receiver.url('/lost'), { clientCertificate: await pair(), signing: { enabled: false } });
    const sealedOf = async ({ receiverId }: Shop): Promise<string> => {
      const sql = `SELECT client_certificate ->> 'sealed' AS sealed FROM receiver WHERE receiver_id = $1`;
      return (await bed.database.query<{ sealed: string }>(sql, [receiverId]))[0]!.sealed;
    };
    await bed.database.query(
      `UPDATE receiver SET client_certificate = jsonb_set(client_certificate, '{sealed}', '"gone:AAAA"') WHERE receiver_id = $1`,
      [lost.receiverId],
    );
    const before = await sealedOf(to);
    const key = `next:${Buffer.alloc(32, 7).toString('base64')},${bed.env.SECRETS_KEY}`;
    const rotate = ['keys:rotate', '--give-up-unreadable'];
    const answer = JSON.parse(stdoutOf(await bed.runCommand([...rotate, '--dry-run'], { SECRETS_KEY: key }))) as object;
    expect(answer).toMatchObject({ unreadable: 1, needCredentials: [{ user: lost.account, receiverId: lost.receiverId }] });
    expect(await sealedOf(to)).toBe(before);

    const attempt = await webhooks.firstAttempt(await webhooks.send(lost));
    expect(attempt).toMatchObject({ outcome: 'auth', detail: 'The stored credentials of the receiver could not be opened.' });

    await Promise.all(apps.map((app) => app.stop())); // The key of the apps is about to disappear, and they end as soon as they notice.
    await bed.runCommand(rotate, { SECRETS_KEY: key });
    expect(await sealedOf(to)).toMatch(/^next:/);
    const sender = await bed.startApp('webhook-sender', { SECRETS_KEY: key });
    await webhooks.untilStatus(await webhooks.send(to), 'delivered');
    expect(shownAt('/rotated')).toEqual([fingerprintOf(clientCertificate)]);
    apps.push(sender);
  });

  it('appear in no log, table, topic or answer', async () => {
    const secrets = made.map(({ privateKey }) => privateKey.split('\n')[1]!);
    const names = await bed.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const rows = await Promise.all(names.map(({ name }) => bed.database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)));
    const messages = (await Promise.all(['delivery-attempts', 'delivery-retries'].map((name) => bed.readTopic(name)))).flat();
    const texts = [
      ...apps.flatMap((app) => app.lastLines(Infinity)),
      ...rows.flat().map(({ row }) => row),
      ...messages.map(({ value }) => String(value)),
    ].join('\n');
    expect(texts).toContain('shop.example');
    expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);
  });
});
