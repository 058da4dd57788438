import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { Client } from 'pg';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { AWAITED_LOCK } from '../support/database.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed();
let one: AxiosInstance;
let two: AxiosInstance;
let reader: AxiosInstance;
let builder: App;

beforeAll(async () => {
  const [first, second, read] = await Promise.all([
    bed.createAccountAndToken({ user: 1, scope: 'write' }),
    bed.createAccountAndToken({ user: 2, scope: 'write' }),
    bed.createAccountAndToken({ user: 1, scope: 'read' }),
  ]);
  const [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder').then((started) => (builder = started))]);
  [one, two, reader] = [api(app.url, first), api(app.url, second), api(app.url, read)];
});

const references = (trackingNumber: string) => ({
  courier: 'acme-express',
  tracking_number: trackingNumber,
  orderNo: 'A-1',
  client: 'shop-de',
  warehouse: 'W1',
  destination_country_iso3: 'DEU',
  language: 'de',
});
const record = (trackingNumber: string, changes: object = {}) => ({
  references: references(trackingNumber),
  links: { tracking_link: 'https://carrier.example/track/1' },
  ...changes,
});
const scan = (trackingNumber: string, status: string, changes: object = {}) => ({
  scan_id: `${trackingNumber}/${status}`,
  courier: 'acme-express',
  tracking_number: trackingNumber,
  occurred_at: new Date().toISOString(),
  status_hint: status,
  raw_text: `carrier says ${status}`,
  ...changes,
});

interface EventItem {
  readonly eventid: string;
  readonly event: string;
  readonly payload: { readonly references: { readonly tracking_number: string } };
}
interface Consignment {
  readonly consignmentId: string;
  readonly status: string;
  readonly scans: readonly { readonly scan_id: string; readonly readAs: string | null }[];
  readonly events: readonly { readonly event: string }[];
}
interface Faults {
  readonly errors: readonly { readonly code: string; readonly attr: string | null; readonly detail: string }[];
}

const faultsOf = ({ status, data }: AxiosResponse<Faults>): unknown => [status, data.errors.map(({ attr, code }) => `${attr}:${code}`)];
const consignment = (client: AxiosInstance, trackingNumber: string) =>
  client.get<Consignment>(`/consignments/acme-express/${encodeURIComponent(trackingNumber)}`);
const known = (client: AxiosInstance, trackingNumber: string, events: number): Promise<Consignment> =>
  waitFor(async () => {
    const { status, data } = await consignment(client, trackingNumber);
    return status === 200 && data.events.length >= events ? data : undefined;
  });

describe('a parcel sent to the API', () => {
  const number = 'jd 0146-0003/ä';

  it('is accepted, decided and found by its number, however the number is written', async () => {
    const put = await one.put('/consignments', record(number, { transfer_id: 'transfer-1', send_date: '2999-01-01' }));
    expect([put.status, put.data]).toEqual([
      202,
      { transfer_id: 'transfer-1', courier: 'acme-express', tracking_number: 'JD0146-0003/Ä', repaired: ['send_date'], warnings: [] },
    ]);
    expect(await known(one, 'JD0146-0003/Ä', 1)).toMatchObject({
      trackingNumber: 'JD0146-0003/Ä',
      generation: 1,
      references: references(number),
      status: 'Pending',
      statusAt: null,
      expectedDelivery: null,
      trackingLink: 'https://carrier.example/track/1',
      scans: [],
      events: [{ event: 'onCreated' }],
    });
    const [message] = await bed.readTopic('records');
    expect([message?.key, message?.json()]).toEqual([
      'acme-express:JD0146-0003/Ä',
      expect.objectContaining({ schema: 'record/1', account: 1, action: 'upsert', transfer_id: 'transfer-1' }),
    ]);
  });

  it('is listed by its latest change', async () => {
    const moving = 'MOVES';
    const listed = async (params: object): Promise<string[]> =>
      (
        await one.get<{ consignments: { trackingNumber: string }[] }>('/consignments', { params: { courier: 'acme-express', ...params } })
      ).data.consignments.map(({ trackingNumber }) => trackingNumber);
    await one.put('/consignments', record(moving));
    await known(one, moving, 1);
    expect(await listed({ orderNo: 'A-1', client: 'shop-de', status: 'Pending', trackingNumber: moving })).toEqual([moving]);
    await one.put('/consignments', record(moving, { references: { ...references(moving), orderNo: 'M-2', client: 'moved' } }));
    await one.post('/scans', scan(moving, 'Delivered'));
    await known(one, moving, 4);
    expect(await listed({ orderNo: 'M-2', client: 'moved', status: 'Delivered' })).toEqual([moving]);
    expect(await listed({ orderNo: 'A-1', trackingNumber: moving })).toEqual([]);
    await one.put('/consignments', record(moving, { action: 'cancel' }));
    await waitFor(async () => (await listed({ status: 'Cancelled', trackingNumber: moving })).length === 1, { what: 'the cancellation' });
  });

  it('continues with its scans, newest first', async () => {
    const { status, data } = await one.post<{ accepted: object[] }>('/scans', {
      scans: [
        scan(number, 'InboundScan', { occurred_at: '2026-03-28T10:00:00Z' }),
        scan(number, 'OutForDelivery', { occurred_at: '2026-03-29T10:00:00+02:00', eta: { start_date: '2026-02-30' } }),
      ],
    });
    expect([status, data.accepted[1]]).toEqual([
      202,
      { scan_id: `${number}/OutForDelivery`, courier: 'acme-express', tracking_number: 'JD0146-0003/Ä', repaired: ['eta'] },
    ]);
    const found = await known(reader, number, 3);
    expect(found).toMatchObject({ status: 'OutForDelivery', statusAt: '2026-03-29T08:00:00Z' });
    expect(found.scans).toEqual([
      {
        scan_id: `${number}/OutForDelivery`,
        occurred_at: '2026-03-29T08:00:00Z',
        carrier_code: null,
        carrier_sub_code: null,
        raw_text: 'carrier says OutForDelivery',
        location: '',
        status_hint: 'OutForDelivery',
        readAs: 'OutForDelivery',
        readBy: { layer: 'hint', rule: null, ruleSet: expect.stringMatching(/^[0-9a-f]{16}$/) },
        isLate: false,
        waitedForRecord: false,
        receivedAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ scan_id: `${number}/InboundScan` }),
    ]);
    expect(found.events.map(({ event }) => event).toSorted()).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery']);
  });

  it('shows as many of its newest scans as fit into an answer', async () => {
    await one.put('/consignments', record('LONG-1'));
    const long = (day: number) =>
      scan('LONG-1', `day ${day}`, {
        status_hint: 'OutForDelivery',
        occurred_at: `2026-03-0${day}T10:00:00Z`,
        raw_text: 'x'.repeat(220_000),
      });
    for (const scans of [[1, 2, 3].map(long), [4, 5, 6, 7].map(long)]) expect((await one.post('/scans', { scans })).status).toBe(202);
    const { scans } = await known(reader, 'LONG-1', 9);
    expect(scans.map(({ scan_id }) => scan_id)).toEqual([7, 6, 5, 4, 3].map((day) => `LONG-1/day ${day}`));
  });

  it('shows how each scan was read, including scans that no rule reads', async () => {
    const words = 'READ-AS';
    const hintless = { status_hint: undefined, carrier_code: 'NOBODY-KNOWS', raw_text: undefined };
    await one.post('/scans', scan(words, 'Parked', { ...hintless, occurred_at: '2026-03-28T10:00:00Z' }));
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = '${words}'`)).length === 1);
    await one.put('/consignments', record(words, { occurred_at: '2026-03-28T11:00:00Z' }));
    await known(one, words, 1);
    await one.post('/scans', {
      scans: [
        scan(words, 'FailedAttempt', { occurred_at: '2026-03-29T10:00:00Z' }),
        scan(words, 'Unknown', { ...hintless, occurred_at: '2026-03-29T11:00:00Z' }),
        scan(words, 'ReturnWarning', { occurred_at: '2026-03-29T12:00:00Z' }),
      ],
    });
    const readings = async (): Promise<(string | null)[]> => (await consignment(one, words)).data.scans.map(({ readAs }) => readAs);
    await waitFor(async () => (await readings()).length === 4);
    expect(await readings()).toEqual(['ReturnWarning', 'unmapped', 'FailedAttempt', 'unmapped']);
  });

  it('lists its events, each with its deliveries', async () => {
    const query = { courier: 'acme-express', trackingNumber: ' jd 0146-0003/ä ' };
    const { data } = await reader.get<{ events: EventItem[] }>('/events', { params: query });
    expect(data.events).toHaveLength(3);
    expect(data.events.every(({ payload }) => payload.references.tracking_number === number)).toBe(true);
    const [dispatch] = (await reader.get<{ events: EventItem[] }>('/events', { params: { ...query, event: 'onDispatch' } })).data.events;
    const detail = await reader.get<object>(`/events/${dispatch?.eventid}`);
    expect(detail.data).toEqual({ ...dispatch, deliveries: [] });
    expect((await two.get(`/events/${dispatch?.eventid}`)).status).toBe(404);
    expect((await two.get<{ events: unknown[] }>('/events', { params: query })).data.events).toEqual([]);
  });

  it('finds its events by a consignmentId in capitals, beside its number', async () => {
    const { consignmentId } = (await consignment(reader, number)).data;
    const params = { courier: 'acme-express', trackingNumber: number, consignmentId: consignmentId.toUpperCase() };
    const { data } = await reader.get<{ events: EventItem[] }>('/events', { params });
    expect(data.events).not.toEqual([]);
  });

  it('is shown as of one moment, whatever is decided while it is read', async () => {
    const writer = new Client({ connectionString: bed.database.url });
    await writer.connect();
    await writer.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
    const answer = consignment(reader, number);
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM pg_locks WHERE ${AWAITED_LOCK}`)).length > 0, {
      what: 'the reader to wait',
    });
    await writer.query(`DELETE FROM event WHERE event = 'onDispatch'`);
    await writer.query('COMMIT');
    await writer.end();
    expect((await answer).data.events.map(({ event }) => event)).toContain('onDispatch');
  });

  it('gives a scan without an id the same id each time', async () => {
    const { scan_id: _, ...nameless } = scan(number, 'InTransit', { occurred_at: '2026-03-28T12:00:00Z' });
    const answers = [await one.post('/scans', nameless), await one.post('/scans', nameless)];
    const [first, again] = answers.map(({ data }) => (data as { accepted: { scan_id: string }[] }).accepted[0]?.scan_id);
    expect([first, again]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), first]);
  });

  it('treats a record without an id as a transfer of its own', async () => {
    const { status, data } = await one.put<{ transfer_id: string }>('/consignments', record(number));
    expect([status, data.transfer_id]).toEqual([202, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });
});

describe('two accounts with the same parcel', () => {
  const number = 'SHARED1';

  it('get the carrier’s scans, but nothing of the other account’s scans', async () => {
    await Promise.all([one.put('/consignments', record(number)), two.put('/consignments', record(number))]);
    await Promise.all([known(one, number, 1), known(two, number, 1)]);
    await two.post('/scans', scan(number, 'Delivered', { scan_id: 'forged' }));
    await known(two, number, 3);
    // The carrier's scan of the same parcel comes later in the same partition: when its event is there, the other scan has been processed.
    await bed.publish('scans', [
      { key: `acme-express:${number}`, value: { ...scan(number, 'OutForDelivery', { scan_id: 'forged' }), schema: 'scan/1' } },
    ]);
    const [mine, theirs] = [await known(one, number, 3), await known(two, number, 4)];
    expect(mine.events.map(({ event }) => event).toSorted()).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery']);
    expect(mine.scans.map(({ scan_id }) => scan_id)).toEqual(['forged']);
    expect(theirs.scans.map(({ scan_id }) => scan_id)).toEqual(['forged', 'forged']);
  });

  it('learn that their own scans wait for a record, and nothing about other scans', async () => {
    const early = 'EARLY1';
    const detail = async (client: AxiosInstance): Promise<unknown> => {
      const { status, data } = await client.get<Faults>(`/consignments/acme-express/${early}`);
      return [status, data.errors.map(({ attr, code, detail: text }) => `${attr} ${code}: ${text}`)];
    };
    const nothing = [404, ['trackingNumber not_found: Not found.']];
    expect(await detail(one)).toEqual(nothing);
    const waiting = (count: number): Promise<unknown> =>
      waitFor(
        async () =>
          (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = '${early}'`)).length === count || undefined,
      );
    await bed.publish('scans', [{ key: `acme-express:${early}`, value: { ...scan(early, 'InTransit'), schema: 'scan/1' } }]);
    await waiting(1);
    expect(await detail(one)).toEqual(nothing);
    await one.post('/scans', scan(early, 'InboundScan'));
    await waiting(2);
    const told = (waits: string): unknown => [
      404,
      [
        `trackingNumber not_found: Not found. ${waits} for the record of this parcel. Send the record with PUT /consignments; it needs a valid links.tracking_link unless the tracking page of the courier is known.`,
      ],
    ];
    expect([await detail(one), await detail(reader), await detail(two)]).toEqual([
      told('1 scan of yours waits'),
      told('1 scan of yours waits'),
      nothing,
    ]);
    await one.post('/scans', scan(early, 'OutForDelivery'));
    await waiting(3);
    expect(await detail(one)).toEqual(told('2 scans of yours wait'));
    await one.put('/consignments', record(early));
    expect((await known(one, early, 3)).scans).toHaveLength(3);
  });

  it('keep a scan posted before another account’s record with its poster, and give it no carrier’s id', async () => {
    const late = 'SHARED2';
    await two.post('/scans', scan(late, 'Delivered', { scan_id: 'parked' }));
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = '${late}'`)).length === 1);
    await bed.publish('scans', [
      { key: `acme-express:${late}`, value: { ...scan(late, 'InboundScan', { scan_id: 'parked' }), schema: 'scan/1' } },
      { key: `acme-express:${late}`, value: { ...scan(late, 'InTransit', { scan_id: 'account:2:parked' }), schema: 'scan/1' } },
    ]);
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = '${late}'`)).length === 3);
    await one.put('/consignments', record(late));
    const mine = await known(one, late, 2);
    expect(mine.events.map(({ event }) => event).toSorted()).toEqual(['onCreated', 'onDispatch']);
    expect(mine.scans.map(({ scan_id }) => scan_id).toSorted()).toEqual(['account:2:parked', 'parked']);
    await two.put('/consignments', record(late));
    const theirs = await known(two, late, 3);
    expect(theirs.events.map(({ event }) => event).toSorted()).toEqual(['onCreated', 'onDelivered', 'onDispatch']);
  });
});

describe('a number that another parcel had', () => {
  it('shows its scans only to the account that posted them', async () => {
    const number = 'REUSED1';
    const at = (day: string): string => `2026-${day}T10:00:00Z`;
    await one.put('/consignments', record(number, { occurred_at: at('03-01') }));
    await known(one, number, 1);
    const carriers = (name: string, day: string) => ({
      key: `acme-express:${number}`,
      value: { ...scan(number, 'InTransit', { scan_id: name, occurred_at: at(day) }), schema: 'scan/1' },
    });
    await bed.publish('scans', [carriers('former', '03-02'), carriers('present', '04-01')]);
    await known(one, number, 2);
    await two.put('/consignments', record(number, { occurred_at: at('04-02') }));
    const theirs = await known(two, number, 2);
    expect(theirs.scans.map(({ scan_id }) => scan_id)).toEqual(['present']);
    expect((await consignment(one, number)).data.scans.map(({ scan_id }) => scan_id)).toEqual(['present', 'former']);
  });
});

describe('a request that the API refuses', () => {
  it('with a record names every fault at once, and publishes nothing', async () => {
    const before = (await bed.readTopic('records')).length;
    const { courier: _, ...incomplete } = references('X1');
    const answer = await one.put<Faults>('/consignments', {
      references: { ...incomplete, language: 'deutsch', destination_country_iso3: 'de' },
      action: 'delete',
      transfer_id: 7,
      account: 2,
      occurred_at: 'yesterday',
      send_date: 'soon',
    });
    expect(faultsOf(answer)).toEqual([
      400,
      expect.arrayContaining([
        'account:invalid',
        'references.courier:required',
        'references.language:invalid',
        'references.destination_country_iso3:invalid',
        'action:invalid_choice',
        'transfer_id:invalid',
        'occurred_at:invalid',
        'send_date:invalid',
      ]),
    ]);
    expect((await bed.readTopic('records')).length).toBe(before);
  });

  it.each([
    [{ occurred_at: 'yesterday' }, 'occurred_at:invalid'],
    [{ occurred_at: '2999-01-01T00:00:00Z' }, 'occurred_at:invalid'],
    [{ send_date: 'soon' }, 'send_date:invalid'],
    [{ references: null }, 'references:invalid'],
    [{ references: undefined }, 'references:required'],
    [{ note: 'x'.repeat(260 * 1024) }, 'null:invalid'],
    [{ references: { ...references('X1'), orderNo: 'a\u0000b' } }, 'references.orderNo:invalid'],
    [{ transfer_id: 'x\ud800y' }, 'transfer_id:invalid'],
  ])('contains a record with %#', async (changes, fault) => {
    expect(faultsOf(await one.put<Faults>('/consignments', record('X1', changes)))).toEqual([400, [fault]]);
  });

  it.each([
    [{}, ['carrier_code:required', 'courier:required', 'occurred_at:required', 'tracking_number:required']],
    [{ ...scan('X1', 'Delivered'), status_hint: 'Gone', occurred_at: undefined }, ['occurred_at:required', 'status_hint:invalid_choice']],
    [{ ...scan('X1', 'Delivered'), occurred_at: undefined, occurred_at_local: '2026-03-29T02:30:00' }, ['occurred_at_local:invalid']],
    [{ ...scan('X1', 'Delivered'), account: 2 }, ['account:invalid']],
    [{ ...scan('X1', 'Delivered'), scan_id: 'a\u0000b' }, ['scan_id:invalid']],
    [{ scans: [scan('X1', 'Packed'), { ...scan('X1', 'Delivered'), raw_text: 'x'.repeat(260 * 1024) }] }, ['scans.1:invalid']],
    [{ scans: [] }, ['scans:invalid']],
    [{ scans: {} }, ['scans:invalid']],
    [{ scans: [scan('X1', 'Delivered'), 7, { ...scan('X1', 'Delivered'), courier: ' ' }] }, ['scans.1:invalid', 'scans.2.courier:invalid']],
    [
      { scans: [scan('X1', 'Delivered'), scan('X1', 'Delivered', { occurred_at: '2026-02-30T10:00:00Z' })] },
      ['scans.1.occurred_at:invalid'],
    ],
    [
      { scans: ['yesterday', '2999-01-01T00:00:00Z'].map((at) => scan('X1', 'Delivered', { occurred_at: at })) },
      ['scans.0.occurred_at:invalid', 'scans.1.occurred_at:invalid'],
    ],
  ])('contains a scan %#', async (body, faults) => {
    const [status, found] = faultsOf(await one.post<Faults>('/scans', body)) as [number, string[]];
    expect([status, found.toSorted()]).toEqual([400, faults]);
  });

  it('has a wrong query', async () => {
    const faults = async (query: object) => faultsOf(await one.get<Faults>('/events', { params: query }));
    expect(await faults({ courier: 'x' })).toEqual([400, ['trackingNumber:required']]);
    expect(await faults({ trackingNumber: 'x', event: 'onX', from: '1', limit: 0 })).toEqual([
      400,
      expect.arrayContaining(['courier:required', 'event:invalid_choice', 'from:invalid', 'limit:invalid']),
    ]);
    expect(faultsOf(await one.get<Faults>('/deliveries', { params: { courier: '' } }))).toEqual([
      400,
      expect.arrayContaining(['courier:invalid', 'trackingNumber:required']),
    ]);
  });

  it('names an unknown parcel, or one that cannot exist', async () => {
    for (const path of ['/consignments/acme-express/nowhere', '/consignments/x%00/y', '/events/7']) {
      expect((await one.get(path)).status).toBe(404);
    }
    expect(builder.isRunning()).toBe(true);
  });
});

describe('a traceparent', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const headersOf = async (topic: string, word: string): Promise<Readonly<Record<string, string>>[]> =>
    (await bed.readTopic(topic)).filter(({ value }) => value?.includes(word)).map(({ headers }) => headers);
  const tracesOf = async (topic: string, word: string): Promise<(string | undefined)[]> =>
    (await headersOf(topic, word)).map((headers) => headers['traceparent']);

  it('of a request is passed on with its record and its scans, and on to their events', async () => {
    const put = await one.put('/consignments', record('TRACED1'), { headers: { traceparent } });
    const posted = await one.post('/scans', { scans: [scan('TRACED1', 'OutForDelivery')] }, { headers: { traceparent } });
    expect([put.status, posted.status]).toEqual([202, 202]);
    await known(one, 'TRACED1', 2);
    expect(await tracesOf('records', 'TRACED1')).toEqual([traceparent]);
    expect(await tracesOf('scans', 'TRACED1')).toEqual([traceparent]);
    expect(new Set(await tracesOf('events', 'TRACED1'))).toEqual(new Set([traceparent]));
  });

  it('of another form is ignored, and the request is accepted all the same', async () => {
    const put = await one.put('/consignments', record('TRACED2'), { headers: { traceparent: '00-TRACE' } });
    expect(put.status).toBe(202);
    expect(await headersOf('records', 'TRACED2')).toEqual([{ 'content-type': 'application/json' }]);
  });
});

describe('the allowance of an account', () => {
  it('counts its scans and records from all tokens, but not refused ones', async () => {
    const slow = await bed.startApp('token-api', { MESSAGES_PER_SECOND: '1' }); // 500 in 10 s: the most that one request may contain.
    const callerOf = async (user: number) => api(slow.url, await bed.createAccountAndToken({ user, scope: 'write' }));
    const [first, second, other] = [await callerOf(31), await callerOf(31), await callerOf(32)];
    const send = async (caller: AxiosInstance, count: number): Promise<number> => {
      const scans = Array.from({ length: count }, (_, index) => scan(`MANY-${index}`, 'InboundScan'));
      return (await caller.post('/scans', { scans })).status;
    };
    expect(await send(first, 300)).toBe(202);
    const refused = await second.post<Faults>('/scans', { scans: Array.from({ length: 300 }, () => scan('MANY', 'InboundScan')) });
    expect(faultsOf(refused)).toEqual([429, ['null:throttled']]);
    expect(refused.data.errors[0]?.detail).toMatch(
      /^This account may send 500 scans and records in 10 seconds\. Expected available in \d+ seconds?\.$/,
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(await send(second, 200)).toBe(202);
    expect((await first.put('/consignments', record('MANY-0'))).status).toBe(429);
    expect(await send(other, 500)).toBe(202);
  });
});
