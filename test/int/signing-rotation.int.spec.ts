import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { Webhook } from 'standardwebhooks';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import type { ReceivedRequest, TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

interface Receiver {
  readonly receiverId: string;
  readonly signing: { readonly enabled: boolean; readonly secret?: string; readonly previousValidUntil?: string };
}

const HOUR_MS = 3_600_000;
const bed = useTestBed();
let receiver: TestReceiver;
let shop: AxiosInstance;
let sender: App;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  const [token, tokenApi, webhookSender] = await Promise.all([
    bed.createAccountAndToken({ user: 1, scope: 'write' }),
    bed.startApp('token-api'),
    bed.startApp('webhook-sender'),
  ]);
  sender = webhookSender;
  shop = api(tokenApi.url, token);
});

async function create(path: string): Promise<{ receiverId: string; secret: string }> {
  const { status, data } = await shop.post<Receiver>('/receivers', { url: receiver.url(path), filter: { clients: [path] } });
  expect(status).toBe(201);
  return { receiverId: data.receiverId, secret: data.signing.secret ?? '' };
}

async function rotate(receiverId: string, body?: object): Promise<Receiver['signing']> {
  const { status, data } = await shop.post<Receiver>(`/receivers/${receiverId}/signing/rotate`, body);
  expect(status).toBe(200);
  return data.signing;
}

/** Publishes one event and returns its POST. */
async function nextPost(path: string): Promise<ReceivedRequest> {
  const event = trackingEvent({ account: 1, client: path });
  await bed.publish('events', [eventMessage(event)]);
  return waitFor(() => receiver.requests(path).find(({ eventid }) => eventid === event.payload.eventid), { what: 'the POST' });
}

function verifies({ headers, body }: ReceivedRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

const signaturesOf = ({ headers }: ReceivedRequest): number => String(headers['webhook-signature']).split(' ').length;

describe('a rotated signing secret', () => {
  it('signs together with the old secret: the official library accepts the POST with either', async () => {
    const { receiverId, secret } = await create('/overlap');
    expect(signaturesOf(await nextPost('/overlap'))).toBe(1);
    const signing = await rotate(receiverId);
    expect(signing).toEqual({ enabled: true, secret: expect.stringMatching(/^whsec_/), previousValidUntil: expect.any(String) });
    expect(Math.abs(Date.parse(signing.previousValidUntil ?? '') - Date.now() - 24 * HOUR_MS)).toBeLessThan(HOUR_MS);
    const post = await waitFor(async () => {
      const seen = await nextPost('/overlap');
      return signaturesOf(seen) === 2 && seen; // Takes effect within a second.
    });
    expect([secret, signing.secret ?? ''].map((each) => verifies(post, each))).toEqual([true, true]);
    const { signing: shown } = (await shop.get<Receiver>(`/receivers/${receiverId}`)).data;
    expect(shown).toEqual({ enabled: true, previousValidUntil: signing.previousValidUntil });

    expect((await shop.delete(`/receivers/${receiverId}/signing/previous`)).status).toBe(204);
    const alone = await waitFor(async () => {
      const seen = await nextPost('/overlap');
      return signaturesOf(seen) === 1 && seen;
    });
    expect([secret, signing.secret ?? ''].map((each) => verifies(alone, each))).toEqual([false, true]);
    expect((await shop.get<Receiver>(`/receivers/${receiverId}`)).data.signing).toEqual({ enabled: true });
  });

  it('without overlap replaces the old secret at once', async () => {
    const { receiverId, secret } = await create('/at-once');
    const signing = await rotate(receiverId, { overlapMs: 0 });
    expect(signing).toEqual({ enabled: true, secret: expect.any(String) });
    const post = await waitFor(async () => {
      const seen = await nextPost('/at-once');
      return verifies(seen, signing.secret ?? '') && seen;
    });
    expect(signaturesOf(post)).toBe(1);
    expect(verifies(post, secret)).toBe(false);
  });

  it('with overlap ends the old secret at its time', async () => {
    const { receiverId } = await create('/short');
    await rotate(receiverId, { overlapMs: 1 });
    await waitFor(async () => signaturesOf(await nextPost('/short')) === 1);
  });

  it('keeps the secret in use, even if rotated twice at once or many times', async () => {
    const { receiverId, secret } = await create('/twice');
    const answers = await Promise.all([rotate(receiverId), rotate(receiverId)]);
    const post = await waitFor(async () => {
      const seen = await nextPost('/twice');
      return signaturesOf(seen) === 3 && seen;
    });
    expect([secret, ...answers.map((each) => each.secret ?? '')].map((each) => verifies(post, each))).toEqual([true, true, true]);

    for (let nth = 3; nth <= 7; nth++) await rotate(receiverId);
    const last = await rotate(receiverId);
    const later = await waitFor(async () => {
      const seen = await nextPost('/twice');
      return verifies(seen, last.secret ?? '') && seen;
    });
    expect([signaturesOf(later), verifies(later, secret)]).toEqual([5, true]);
  });

  it('can be decrypted by the sender however the id in the path is written', async () => {
    const { receiverId, secret } = await create('/capitals');
    const signing = await rotate(receiverId.toUpperCase());
    const post = await waitFor(async () => {
      const seen = await nextPost('/capitals');
      return signaturesOf(seen) === 2 && seen;
    });
    expect([secret, signing.secret ?? ''].map((each) => verifies(post, each))).toEqual([true, true]);
  });

  it.each([{ overlapMs: -1 }, { overlapMs: '1' }, { overlapMs: 31 * 24 * HOUR_MS }])('400 for %j', async (body) => {
    const { receiverId } = await create('/refused');
    const { status, data } = await shop.post<{ errors: { attr: string }[] }>(`/receivers/${receiverId}/signing/rotate`, body);
    expect([status, data.errors.map(({ attr }) => attr)]).toEqual([400, ['overlapMs']]);
  });

  it('cannot be rotated by another account', async () => {
    const { receiverId } = await create('/foreign');
    const stranger = api(shop.defaults.baseURL ?? '', await bed.createAccountAndToken({ user: 2 }));
    expect((await stranger.post(`/receivers/${receiverId}/signing/rotate`)).status).toBe(404);
    expect((await stranger.delete(`/receivers/${receiverId}/signing/previous`)).status).toBe(404);
  });
});

describe('a signing secret that no key decrypts', () => {
  /** @param index 0 = the newest */
  const spoil = (receiverId: string, index: number): Promise<unknown> =>
    bed.database.query(`UPDATE receiver SET signing_secrets = jsonb_set(signing_secrets, $2, '"gone:AAAA"') WHERE receiver_id = $1`, [
      receiverId,
      [index, 'sealed'],
    ]);
  const isLogged = (event: string, receiverId: string): boolean =>
    sender.logs().some((line) => line['event'] === event && line['receiverId'] === receiverId);

  it('is left out if it is an old secret: only the current secret signs, and the log names the receiver', async () => {
    const { receiverId } = await create('/replaced');
    const signing = await rotate(receiverId);
    await spoil(receiverId, 1);
    const post = await waitFor(async () => {
      const seen = await nextPost('/replaced');
      return verifies(seen, signing.secret ?? '') && seen;
    });
    expect(signaturesOf(post)).toBe(1);
    await waitFor(() => isLogged('receiver.replacedSecretUnreadable', receiverId));
  });

  it('stops the webhook if it is the current secret: nothing is sent', async () => {
    const { receiverId } = await create('/current');
    await rotate(receiverId);
    await spoil(receiverId, 0);
    const { data } = await shop.post<{ attempts: { outcome: string }[] }>(`/receivers/${receiverId}/test`, { event: 'onDelay' });
    expect([data.attempts.map(({ outcome }) => outcome), receiver.requests('/current')]).toEqual([['auth'], []]);
    await waitFor(() => isLogged('receiver.credentialsUnreadable', receiverId));
  });
});

describe('the answer to a test', () => {
  interface Tested {
    readonly deliveryId: string;
    readonly attempts: readonly { readonly requestHeaders: Readonly<Record<string, string>> }[];
  }
  const signatureOf = ({ attempts }: Tested): string | undefined => attempts[0]?.requestHeaders['webhook-signature'];

  it('is the only place that shows the sent signatures, all of them during a rotation', async () => {
    const { receiverId } = await create('/shown');
    for (const signatures of [1, 2]) {
      const { data } = await shop.post<Tested>(`/receivers/${receiverId}/test`, { event: 'onDelay' });
      const sent = receiver.requests('/shown').at(-1)!;
      expect([signatureOf(data), signaturesOf(sent)]).toEqual([sent.headers['webhook-signature'], signatures]);
      const later = await shop.get<Tested>(`/deliveries/${data.deliveryId}`);
      expect(signatureOf(later.data)).toBe(Array.from({ length: signatures }, () => 'v1,***').join(' '));
      await rotate(receiverId);
      // Takes effect within a second.
      await waitFor(async () => signaturesOf(await nextPost('/shown')) === signatures + 1);
    }
  });

  it('shows no signature if nothing is signed', async () => {
    const { data: made } = await shop.post<Receiver>('/receivers', { url: receiver.url('/unsigned'), signing: { enabled: false } });
    const { data } = await shop.post<Tested>(`/receivers/${made.receiverId}/test`, { event: 'onDelay' });
    expect([signatureOf(data), receiver.requests('/unsigned')[0]?.headers['webhook-signature']]).toEqual([undefined, undefined]);
  });
});
