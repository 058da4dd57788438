import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { NO_FILTER } from '#libs/contracts';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

const URL = 'https://127.0.0.1:4433/hook?shop=1';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface Receiver {
  readonly receiverId: string;
  readonly signing: { enabled: boolean; secret?: string };
  readonly [field: string]: unknown;
}

const bed = useTestBed();
let owner: AxiosInstance;
let stranger: AxiosInstance;

beforeAll(async () => {
  const [one, two] = await Promise.all([bed.createAccountAndToken({ user: 1, scope: 'write' }), bed.createAccountAndToken({ user: 2 })]);
  const { url } = await bed.startApp('token-api');
  owner = api(url, one);
  stranger = api(url, two);
});

async function create(fields: object = {}): Promise<Receiver> {
  const { status, data } = await owner.post<Receiver>('/receivers', { url: URL, ...fields });
  expect(status).toBe(201);
  return data;
}

const FEW = Array.from({ length: 500 }, (_, index) => `v${index}`);
const detailOf = ({ data }: AxiosResponse): string => (data as { errors: { detail: string }[] }).errors.map(({ detail }) => detail).join();
const faultsOf = ({ data }: AxiosResponse): unknown =>
  (data as { errors: { code: string; attr: string | null }[] }).errors.map(({ code, attr }) => `${attr}:${code}`);

const DEFAULTS = {
  url: URL,
  enabled: true,
  events: [],
  filter: NO_FILTER,
  format: 'plain',
  queryParameters: [],
  auth: { type: 'none' },
  clientCertificate: null,
  signing: { enabled: true },
  etaUnknownForm: 'object',
  timeoutMs: 15_000,
  name: '127.0.0.1:4433',
  description: '',
  metadata: {},
  maxPerSecond: null,
  maxInFlight: null,
  onGone: 'retry',
  disableAfterFailingFor: null,
  disabled: null,
};

describe('POST /receivers', () => {
  it('answers 201 with the whole receiver; the signing secret is shown only this once', async () => {
    const made = await create();
    expect(made).toEqual({
      ...DEFAULTS,
      signing: { enabled: true, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
      receiverId: expect.stringMatching(UUID),
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    const { data } = await owner.get<Receiver>(`/receivers/${made.receiverId}`);
    expect(data).toEqual({ ...made, signing: { enabled: true }, health: expect.objectContaining({ state: 'new' }), circuit: null });
  });

  it('stores the secret encrypted', async () => {
    const { receiverId, signing } = await create();
    const rows = await bed.database.query<{ row: string }>('SELECT r::text AS row FROM receiver r WHERE receiver_id = $1', [receiverId]);
    expect(rows[0]?.row).toContain('sealed');
    expect(rows[0]?.row).not.toContain((signing.secret ?? '').slice(6, 30));
  });

  it('accepts every field', async () => {
    const fields = {
      enabled: false,
      events: ['onDelivered', 'onReturn'],
      filter: { ...NO_FILTER, clients: ['shop-de', ''], destinationCountries: ['XKX'], exceptions: ['Customs'] },
      format: 'cloudevents',
      queryParameters: ['courier', 'orderNo'],
      auth: { type: 'none' },
      signing: { enabled: false },
      etaUnknownForm: 'null_text',
      timeoutMs: 100,
    };
    expect(await create(fields)).toMatchObject(fields);
  });

  it.each([
    [{}, ['url:required']],
    [{ url: '' }, ['url:invalid']],
    [{ url: null }, ['url:invalid']],
    [{ url: 'http://shop.example/' }, ['url:invalid']],
    [{ url: 'https://user:pw@shop.example/' }, ['url:invalid']],
    [{ url: 'https://shop.example/#x' }, ['url:invalid']],
    [{ url: 'https://10.0.0.1/' }, ['url:invalid']],
    [{ url: 'https://169.254.169.254/latest' }, ['url:invalid']],
    [{ url: 'https://[fd00::1]/' }, ['url:invalid']],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, ['url:invalid']],
    [{ url: 'https://0x0a000001/' }, ['url:invalid']],
    [{ url: `https://shop.example/${'a'.repeat(3000)}` }, ['url:invalid']],
    [{ url: URL, events: ['onDelivered', 'delivered'] }, ['events.1:invalid_choice']],
    [{ url: URL, events: 'onDelivered' }, ['events:invalid']],
    [{ url: URL, clients: ['shop-de'] }, ['clients:invalid']],
    [{ url: URL, filter: null }, ['filter:invalid']],
    [
      { url: URL, filter: { clients: [1], couriers: null, shops: [] } },
      ['filter.couriers:invalid', 'filter.clients.0:invalid', 'filter.shops:invalid'],
    ],
    [{ url: URL, filter: { clients: ['x'.repeat(201)] } }, ['filter.clients.0:invalid']],
    [
      { url: URL, filter: { destinationCountries: ['DE', 'deu'], languages: ['DE'] } },
      ['filter.destinationCountries.0:invalid', 'filter.destinationCountries.1:invalid', 'filter.languages.0:invalid'],
    ],
    [{ url: URL, filter: { returnReasons: ['Lost', 'lost'] } }, ['filter.returnReasons.1:invalid_choice']],
    [{ url: URL, filter: { clients: FEW, warehouses: FEW, couriers: ['x'] } }, ['filter:invalid']],
    [{ url: URL, filter: { clients: [...FEW, ...FEW, 'x'] } }, ['filter.clients:invalid']],
    [{ url: URL, format: 'xml' }, ['format:invalid_choice']],
    [{ url: URL, queryParameters: ['zip'] }, ['queryParameters.0:invalid_choice']],
    [{ url: URL, auth: { type: 'kerberos' } }, ['auth.type:invalid_choice']],
    [{ url: URL, auth: {} }, ['auth.type:required']],
    [{ url: URL, clientCertificate: 'x' }, ['clientCertificate:invalid']],
    [{ url: URL, clientCertificate: { certificate: 'x' } }, ['clientCertificate.privateKey:required']],
    [{ url: URL, signing: { enabled: 'yes' } }, ['signing.enabled:invalid']],
    [{ url: URL, etaUnknownForm: 'none' }, ['etaUnknownForm:invalid_choice']],
    [{ url: URL, timeoutMs: 60_001 }, ['timeoutMs:invalid']],
    [{ url: URL, timeoutMs: '15000' }, ['timeoutMs:invalid']],
    [{ url: URL, name: 'x'.repeat(101) }, ['name:invalid']],
    [{ url: URL, name: null }, ['name:invalid']],
    [{ url: URL, description: 'x'.repeat(1001) }, ['description:invalid']],
    [{ url: URL, metadata: [] }, ['metadata:invalid']],
    [{ url: URL, metadata: { a: 1, b: null, c: 'x'.repeat(501) } }, ['metadata.a:invalid', 'metadata.b:invalid', 'metadata.c:invalid']],
    [{ url: URL, metadata: { ['k'.repeat(41)]: 'x' } }, [`metadata.${'k'.repeat(41)}:invalid`]],
    [{ url: URL, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'x'])) }, ['metadata:invalid']],
    [{ url: URL, maxPerSecond: 0, maxInFlight: 1.5 }, ['maxPerSecond:invalid', 'maxInFlight:invalid']],
    [{ url: URL, maxPerSecond: 10_001, maxInFlight: '4' }, ['maxPerSecond:invalid', 'maxInFlight:invalid']],
    [{ url: URL, onGone: 'delete' }, ['onGone:invalid_choice']],
    ...['PT59M', 'P31D', 'P1M', 'P1Y', 'P1W', 'PT', 'P', '1D', 'P1DT', 86_400].map((duration): [object, string[]] => [
      { url: URL, disableAfterFailingFor: duration },
      ['disableAfterFailingFor:invalid'],
    ]),
    [{ url: URL, enabled: 'true' }, ['enabled:invalid']],
    [{ url: 'x', format: 'xml', timeoutMs: null }, ['url:invalid', 'format:invalid_choice', 'timeoutMs:invalid']],
  ])('400 for %j', async (body, faults) => {
    const answer = await owner.post('/receivers', body);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
  });

  it('refuses a name that leads to a refused address, with the address; accepts a name that does not resolve', async () => {
    const strict = await bed.startApp('token-api', { RECEIVER_ALLOWED_CIDRS: '10.0.0.0/8' });
    const post = (url: string): Promise<AxiosResponse> => owner.post('/receivers', { url }, { baseURL: strict.url });
    const refused = await post('https://localhost/hook');
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['url:invalid']]);
    expect((refused.data as { errors: { detail: string }[] }).errors[0]?.detail).toMatch(/leads to what is no public address: [^\d]*$/);
    expect((await post('https://127.0.0.1/hook')).status).toBe(400);
    expect((await post('https://10.1.2.3/hook')).status).toBe(201);
    expect((await post('https://no-such-name.invalid/hook')).status).toBe(201);
  });
});

describe('PATCH /receivers/{receiverId}', () => {
  it('changes only the given fields', async () => {
    const made = await create({ filter: { clients: ['a'] }, signing: { enabled: false } });
    await bed.database.query(`UPDATE receiver SET updated_at = updated_at - interval '1 second' WHERE receiver_id = $1`, [made.receiverId]);
    const { status, data } = await owner.patch<Receiver>(`/receivers/${made.receiverId}`, { enabled: false, timeoutMs: 500 });
    expect([status, data]).toEqual([200, { ...made, enabled: false, timeoutMs: 500, updatedAt: expect.stringMatching(ISO) }]);
    expect(Date.parse(String(data['updatedAt']))).toBeGreaterThanOrEqual(Date.parse(String(made['updatedAt'])));
    expect((await owner.get<Receiver>(`/receivers/${made.receiverId}`)).data).toEqual({
      ...data,
      health: expect.objectContaining({ state: 'switched_off' }),
      circuit: null,
    });
  });

  it('changes only the lists of the filter that it names', async () => {
    const { receiverId } = await create({ filter: { clients: ['a', 'b'], couriers: ['dhl'] } });
    const change = async (filter: object): Promise<unknown> =>
      (await owner.patch<Receiver>(`/receivers/${receiverId}`, { filter })).data.filter;
    expect(await change({ clients: [], languages: ['de', 'de'] })).toEqual({ ...NO_FILTER, couriers: ['dhl'], languages: ['de'] });
    expect(await change({})).toEqual({ ...NO_FILTER, couriers: ['dhl'], languages: ['de'] });
  });

  it('names the nearest word of a closed list', async () => {
    const { receiverId } = await create();
    const answer = await owner.patch(`/receivers/${receiverId}`, { filter: { deliveryLocations: ['parcelshops'] } });
    expect(faultsOf(answer)).toEqual(['filter.deliveryLocations.0:invalid_choice']);
    expect(detailOf(answer)).toContain('The nearest is ParcelShop.');
  });

  it('counts the values of all lists together', async () => {
    const { receiverId } = await create({ filter: { clients: FEW } });
    const path = `/receivers/${receiverId}`;
    expect(faultsOf(await owner.patch(path, { filter: { couriers: [...FEW, 'x'] } }))).toEqual(['filter:invalid']);
    expect((await owner.patch(path, { filter: { couriers: FEW } })).status).toBe(200);
    expect((await owner.patch(path, { filter: { couriers: [...FEW, 'x'], clients: FEW.slice(1) } })).status).toBe(200);
  });

  it('changes nothing if the body is empty', async () => {
    const { signing: _, ...made } = await create();
    expect((await owner.patch<Receiver>(`/receivers/${made.receiverId}`, {})).data).toMatchObject({ ...made });
  });

  it('shows the first signing secret when signing is switched on, and never an existing secret', async () => {
    const { receiverId } = await create({ signing: { enabled: false } });
    const change = async (enabled: boolean): Promise<unknown> =>
      (await owner.patch<Receiver>(`/receivers/${receiverId}`, { signing: { enabled } })).data.signing;
    expect(await change(true)).toEqual({ enabled: true, secret: expect.stringMatching(/^whsec_/) });
    expect(await change(false)).toEqual({ enabled: false });
    expect(await change(true)).toEqual({ enabled: true });
  });

  it('applies all changes made at the same time', async () => {
    const { receiverId } = await create();
    const changes = [
      { timeoutMs: 200 },
      { enabled: false },
      { format: 'cloudevents' },
      { filter: { ...NO_FILTER, clients: ['x'] } },
      { events: ['onDelay'] },
    ];
    await Promise.all(changes.map((change) => owner.patch(`/receivers/${receiverId}`, change)));
    expect((await owner.get<Receiver>(`/receivers/${receiverId}`)).data).toMatchObject(Object.assign({}, ...changes) as object);
  });

  it('answers 400 for a bad value; the receiver stays unchanged', async () => {
    const { receiverId } = await create();
    const answer = await owner.patch(`/receivers/${receiverId}`, { url: 'http://x', timeoutMs: 200 });
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['url:invalid']]);
    expect((await owner.get<Receiver>(`/receivers/${receiverId}`)).data).toMatchObject(DEFAULTS);
  });
});

describe('a setting of the owner', () => {
  it('is stored, changed and removed; a receiver without a name is named after its host', async () => {
    const life = {
      name: 'Web shop',
      description: 'Orders',
      metadata: { team: 'a', ['']: 'x' },
      maxPerSecond: 10_000,
      maxInFlight: 1,
      onGone: 'disable',
      disableAfterFailingFor: 'P1DT12H',
    };
    const refused = await owner.post('/receivers', { url: URL, ...life });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['metadata:invalid']]);
    const made = await create({ ...life, metadata: { team: 'a' } });
    expect(made).toMatchObject({ ...life, metadata: { team: 'a' } });
    const nothing = { name: '', description: '', metadata: {}, maxPerSecond: null, maxInFlight: null, disableAfterFailingFor: null };
    const { data } = await owner.patch<Receiver>(`/receivers/${made.receiverId}`, { ...nothing, onGone: 'retry' });
    expect(data).toMatchObject({ ...nothing, name: '127.0.0.1:4433', onGone: 'retry' });
    const list = await owner.get<{ receivers: Receiver[] }>('/receivers');
    expect(list.data.receivers.find(({ receiverId }) => receiverId === made.receiverId)).toMatchObject({ ...data });
  });

  it('shows that the service has disabled it, until a PATCH says otherwise', async () => {
    const made = await create({ onGone: 'disable' });
    const disable = `UPDATE receiver SET enabled = false, disabled_at = now(), disabled_reason = 'gone' WHERE receiver_id = $1`;
    const shown = async (): Promise<Receiver> => (await owner.get<Receiver>(`/receivers/${made.receiverId}`)).data;
    for (const enabled of [true, false]) {
      await bed.database.query(disable, [made.receiverId]);
      expect(await shown()).toMatchObject({ enabled: false, disabled: { at: expect.stringMatching(ISO), reason: 'gone' } });
      await owner.patch(`/receivers/${made.receiverId}`, { description: 'says nothing of it' });
      expect(await shown()).toMatchObject({ enabled: false, disabled: { reason: 'gone' } });
      await owner.patch(`/receivers/${made.receiverId}`, { enabled });
      expect(await shown()).toMatchObject({ enabled, disabled: null });
    }
  });
});

describe('GET and DELETE', () => {
  it('lists receivers in the order of their creation, until they are deleted', async () => {
    const [one, two] = [await create(), await create()];
    const listed = async (): Promise<string[]> =>
      (await owner.get<{ receivers: Receiver[] }>('/receivers')).data.receivers.map(({ receiverId }) => receiverId);
    expect((await listed()).slice(-2)).toEqual([one.receiverId, two.receiverId]);
    const answer = await owner.delete<string>(`/receivers/${one.receiverId}`);
    expect([answer.status, answer.data]).toEqual([204, '']);
    expect(await listed()).not.toContain(one.receiverId);
    expect((await owner.get(`/receivers/${one.receiverId}`)).status).toBe(404);
    expect((await owner.delete(`/receivers/${one.receiverId}`)).status).toBe(404);
  });

  it('lists no secret', async () => {
    const { signing } = await create();
    expect(JSON.stringify((await owner.get('/receivers')).data)).not.toContain(signing.secret);
  });
});

describe('another account', () => {
  it.each(['get', 'patch', 'delete'] as const)('gets 404 for %s, and nothing happens', async (method) => {
    const made = await create();
    const answer = await stranger.request({
      method,
      url: `/receivers/${made.receiverId}`,
      data: method === 'get' ? undefined : { enabled: false },
    });
    expect([answer.status, faultsOf(answer)]).toEqual([404, ['receiverId:not_found']]);
    expect((await stranger.get('/receivers')).data).toEqual({ receivers: [] });
    expect((await owner.get<Receiver>(`/receivers/${made.receiverId}`)).data).toMatchObject(DEFAULTS);
  });
});

describe('GET /sender-addresses', () => {
  it('needs no token', async () => {
    const app = await bed.startApp('token-api', { SENDER_ADDRESSES: '127.0.0.2, 127.0.0.3,127.0.0.4' });
    const { status, data } = await api(app.url).get('/sender-addresses');
    expect([status, data]).toEqual([200, { addresses: ['127.0.0.2', '127.0.0.3', '127.0.0.4'] }]);
  });
});
