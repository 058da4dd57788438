import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { parcelKey } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { api } from '../support/api.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

// Causes each way of losing a webhook, and then asks for the explanation.
const bed = useTestBed({ env: { RETRY_DELAY_MS: String(30 * 60_000) } });
let one: AxiosInstance;
let two: AxiosInstance;
let reader: AxiosInstance;
let receiver: TestReceiver;
let tokenApiUrl: string;

beforeAll(async () => {
  const [first, second, read] = await Promise.all([
    bed.createAccountAndToken({ user: 1, scope: 'write' }),
    bed.createAccountAndToken({ user: 2, scope: 'write' }),
    bed.createAccountAndToken({ user: 1, scope: 'read' }),
  ]);
  receiver = await bed.startReceiver();
  const [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
  tokenApiUrl = app.url;
  [one, two, reader] = [api(app.url, first), api(app.url, second), api(app.url, read)];
});

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly meaning: string;
  readonly toDo: string;
  readonly scan_id: string | null;
  readonly receiverId: string | null;
  readonly deliveryId: string | null;
}
interface Explained {
  readonly consignmentId: string | null;
  readonly receiversNotExplained: number;
  readonly verdict: Finding;
  readonly notable: readonly Finding[];
  readonly events: readonly {
    readonly eventid: string;
    readonly event: string;
    readonly cause: { readonly kind: string; readonly scan_id: string | null; readonly meaning: string };
    readonly receivers: readonly Finding[];
  }[];
}

const COURIER = 'acme-express';
const LINK = 'https://carrier.example/track/1';
const references = (trackingNumber: string, changes: object = {}) => ({
  courier: COURIER,
  tracking_number: trackingNumber,
  orderNo: 'A-1',
  client: 'shop-de',
  warehouse: 'W1',
  destination_country_iso3: 'DEU',
  language: 'de',
  ...changes,
});
const record = (trackingNumber: string, { references: changed, ...changes }: { references?: object } & Record<string, unknown> = {}) => ({
  references: references(trackingNumber, changed),
  links: { tracking_link: LINK },
  ...changes,
});
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const scan = (trackingNumber: string, status: string, changes: object = {}) => ({
  scan_id: `${trackingNumber}/${status}`,
  courier: COURIER,
  tracking_number: trackingNumber,
  occurred_at: minutesAgo(1),
  status_hint: status,
  ...changes,
});

async function settled(): Promise<void> {
  const groups = [
    ['event-builder', 'records'],
    ['event-builder', 'scans'],
  ] as const;
  for (const [group, topic] of groups) {
    await waitFor(async () => (await lagOf(`${bed.topicPrefix}${group}`, `${bed.topicPrefix}${topic}`)) === 0, {
      what: `${topic} to be processed`,
    });
  }
}

const put = async (client: AxiosInstance, body: object): Promise<void> =>
  expect((await client.put('/consignments', body)).status).toBe(202);
const post = async (client: AxiosInstance, ...scans: object[]): Promise<void> =>
  expect((await client.post('/scans', { scans })).status).toBe(202);

async function explain(client: AxiosInstance, trackingNumber: string, query = ''): Promise<Explained> {
  const { status, data } = await client.get<Explained>(`/consignments/${COURIER}/${encodeURIComponent(trackingNumber)}/explain${query}`);
  expect([status, data]).toEqual([200, expect.objectContaining({ verdict: expect.anything() })]);
  return data;
}

const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);
const verdictOf = async (client: AxiosInstance, trackingNumber: string, query = ''): Promise<Finding> =>
  (await explain(client, trackingNumber, query)).verdict;

describe('an unknown parcel', () => {
  it('has no record', async () => {
    const { verdict, consignmentId, notable, events } = await explain(reader, 'NONE', '?event=onDelivered');
    expect([verdict.code, verdict.severity, consignmentId, notable.length, events]).toEqual(['no_record', 'problem', null, 1, []]);
  });

  it('has waiting scans of the account, which another account does not see', async () => {
    await post(one, scan('WAITS', 'InboundScan'));
    await settled();
    expect(codes((await explain(one, 'waits')).notable)).toEqual(['no_record', 'scans_waiting']);
    expect(codes((await explain(two, 'WAITS')).notable)).toEqual(['no_record']);
  });

  it('has a record that became a dead letter, which only its own account sees', async () => {
    const accepted = await one.put<{ warnings: { code: string }[] }>(
      '/consignments',
      record('LINKLESS', { links: {}, transfer_id: 't-1' }),
    );
    expect([accepted.status, accepted.data.warnings.map(({ code }) => code)]).toEqual([202, ['no_tracking_link']]);
    await settled();
    const verdict = await verdictOf(one, 'LINKLESS');
    expect([verdict.code, verdict.meaning, verdict.toDo]).toEqual([
      'record_dead_letter',
      expect.stringContaining('"t-1" was refused and became a dead letter: E_LINK'),
      expect.stringContaining('links.tracking_link'),
    ]);
    expect((await verdictOf(two, 'LINKLESS')).code).toBe('no_record');
    await put(one, record('LINKLESS', { transfer_id: 't-2' }));
    await settled();
    expect(codes((await explain(one, 'LINKLESS')).notable)).not.toContain('record_dead_letter');
  });

  it('was erased on request', async () => {
    await put(one, record('ERASED'));
    await settled();
    stdoutOf(await bed.runCommand(['erase', '--courier', COURIER, '--tracking', 'ERASED']));
    expect((await verdictOf(one, 'ERASED')).code).toBe('record_left_out');
    expect((await verdictOf(two, 'ERASED')).code).toBe('no_record');
    const again = await one.put<{ warnings: { code: string }[] }>('/consignments', record('ERASED'));
    expect([again.status, again.data.warnings.map(({ code }) => code)]).toEqual([202, ['erased']]);
  });
});

describe('an event that did not happen', () => {
  it('has no scan', async () => {
    await put(one, record('SILENT'));
    await settled();
    const { verdict, events } = await explain(one, 'SILENT', '?event=onDelivered');
    expect([verdict.code, verdict.meaning, events]).toEqual(['no_scan', expect.stringContaining('read as Delivered'), []]);
  });

  it('has a scan that became a dead letter, which only accounts with a record of the parcel see', async () => {
    await put(one, record('REFUSED'));
    const value = { schema: 'scan/1', ...scan('REFUSED', 'Delivered', { occurred_at: 'yesterday' }) };
    await bed.publish('scans', [{ key: parcelKey(COURIER, 'REFUSED'), value }]);
    await settled();
    const verdict = await verdictOf(one, 'REFUSED', '?event=onDelivered');
    expect([verdict.code, verdict.scan_id, verdict.meaning]).toEqual([
      'scan_dead_letter',
      'REFUSED/Delivered',
      expect.stringContaining('E_TIME'),
    ]);
    expect(codes((await explain(two, 'REFUSED')).notable)).toEqual(['no_record']);
    await bed.publish('scans', [{ key: parcelKey(COURIER, 'REFUSED'), value: { ...value, occurred_at: minutesAgo(1) } }]);
    await settled();
    expect(codes((await explain(one, 'REFUSED')).notable)).not.toContain('scan_dead_letter');
  });

  it('has a scan that no rule reads', async () => {
    await put(one, record('UNREAD'));
    await post(one, scan('UNREAD', 'x', { status_hint: undefined, carrier_code: 'QQ', raw_text: 'Hmm' }));
    await settled();
    const verdict = await verdictOf(one, 'UNREAD', '?event=onDelivered');
    expect([verdict.code, verdict.scan_id, verdict.meaning]).toEqual([
      'unmapped',
      'UNREAD/x',
      expect.stringContaining('carrier code "QQ", text "Hmm"'),
    ]);
  });

  it('has scans read as a status without an event, or with another event', async () => {
    await put(one, record('READ'));
    await post(one, scan('READ', 'OutForDelivery', { occurred_at: minutesAgo(9) }));
    await settled();
    const other = await verdictOf(one, 'READ', '?event=onDelivered');
    expect([other.code, other.meaning]).toEqual(['no_scan', expect.stringContaining('causes onOutForDelivery')]);
    await post(one, scan('READ', 'Rerouted'));
    await settled();
    const verdict = await verdictOf(one, 'READ', '?event=onDelivered');
    expect([verdict.code, verdict.scan_id, verdict.meaning]).toEqual([
      'status_without_event',
      'READ/Rerouted',
      expect.stringContaining('was read as Rerouted by the `status_hint` of its sender'),
    ]);
    expect([other.severity, verdict.severity]).toEqual(['info', 'info']);
  });

  it('was already published, or has nothing to say', async () => {
    await put(one, record('SAME', { transfer_id: 's-1' }));
    await settled();
    expect((await verdictOf(one, 'SAME', '?event=onUpdated')).code).toBe('no_update');
    await put(one, record('SAME', { transfer_id: 's-2' }));
    await settled();
    expect((await verdictOf(one, 'SAME', '?event=onUpdated')).code).toBe('already_announced');
    expect((await verdictOf(one, 'SAME', '?event=onScheduled')).code).toBe('no_scan');
    await post(one, scan('SAME', 'InTransit'));
    await settled();
    expect((await verdictOf(one, 'SAME', '?event=onScheduled')).code).toBe('no_date');
  });

  it('is explained by its own kind of message: a refused scan does not explain a missing update, nor a refused record a missing scan', async () => {
    await put(one, record('KINDS'));
    await settled();
    const value = { schema: 'scan/1', ...scan('KINDS', 'Delivered', { occurred_at: 'yesterday' }) };
    await bed.publish('scans', [{ key: parcelKey(COURIER, 'KINDS'), value }]);
    await settled();
    expect((await verdictOf(one, 'KINDS', '?event=onUpdated')).code).toBe('no_update');
    const wrong = {
      schema: 'record/1',
      account: 1,
      action: 'upsert',
      occurred_at: minutesAgo(0),
      ...record('KINDS', { transfer_id: 'k-2', send_date: 'soon' }),
    };
    await bed.publish('records', [{ key: parcelKey(COURIER, 'KINDS'), value: wrong }]);
    await settled();
    expect((await verdictOf(one, 'KINDS', '?event=onUpdated')).code).toBe('record_dead_letter');
    expect(codes((await explain(one, 'KINDS', '?event=onDelivered')).notable)).toEqual(['scan_dead_letter', 'no_scan']);
    await put(one, record('KINDS', { transfer_id: 'k-2', references: { warehouse: 'W2' } }));
    await settled();
    expect(codes((await explain(one, 'KINDS', '?event=onUpdated')).notable)).toEqual(['no_receiver']);
  });

  it('waits for the send date', async () => {
    await put(one, record('DATELESS'));
    await put(one, record('AHEAD', { send_date: '2099-01-01' }));
    await put(one, record('INTIME', { send_date: '2099-01-01' }));
    await post(one, scan('INTIME', 'InboundScan'));
    await settled();
    expect((await verdictOf(one, 'DATELESS', '?event=onInternalDelay')).code).toBe('no_send_date');
    expect((await verdictOf(one, 'AHEAD', '?event=onInternalDelay')).code).toBe('send_date_ahead');
    expect((await verdictOf(one, 'INTIME', '?event=onInternalDelay')).code).toBe('sent_in_time');
  });

  it('belongs to an earlier parcel with the same number', async () => {
    await post(one, scan('BEFORE', 'Delivered', { occurred_at: minutesAgo(20 * 24 * 60) }));
    await settled();
    await put(one, record('BEFORE'));
    await settled();
    expect(codes((await explain(one, 'BEFORE', '?event=onDelivered')).notable)).toEqual(['earlier_parcel', 'no_scan']);
  });
});

describe('an event that happened', () => {
  const createReceiver = async (client: AxiosInstance, settings: object = {}): Promise<string> => {
    const { data } = await client.post<{ receiverId: string }>('/receivers', { url: receiver.url('/'), ...settings });
    return data.receiverId;
  };
  const change = async (receiverId: string, settings: object): Promise<void> =>
    expect((await one.patch(`/receivers/${receiverId}`, settings)).status).toBe(200);
  const findingFor = async (receiverId: string, trackingNumber: string, event = 'onCreated'): Promise<Finding> =>
    verdictOf(one, trackingNumber, `?event=${event}&receiverId=${receiverId}`);

  it('has no receiver', async () => {
    await put(two, record('LONELY'));
    await settled();
    expect((await verdictOf(two, 'LONELY', '?event=onCreated')).code).toBe('no_receiver');
  });

  it('was not wanted by the receiver’s configuration at that time, whatever it is now', async () => {
    const filtered = await createReceiver(one, { events: ['onDelivered'] });
    const foreign = await createReceiver(one, { filter: { clients: ['shop-at'] } });
    const switchedOff = await createReceiver(one, { enabled: false });
    const open = await createReceiver(one, { name: 'open' });
    await put(one, record('THEN'));
    await settled();
    await waitFor(async () => (await verdictOf(one, 'THEN', `?event=onCreated&receiverId=${open}`)).code === 'delivered');
    const later = await createReceiver(one);
    for (const each of [filtered, foreign, switchedOff]) await change(each, { enabled: true, events: [], filter: { clients: [] } });
    expect((await findingFor(filtered, 'THEN')).meaning).toContain(
      'did not list onCreated in `events` when the event occurred, only `onDelivered`',
    );
    expect((await findingFor(foreign, 'THEN')).code).toBe('content_filter');
    expect((await findingFor(switchedOff, 'THEN')).code).toBe('switched_off');
    expect((await findingFor(later, 'THEN')).code).toBe('created_later');
    const { verdict, events } = await explain(one, 'THEN', '?event=onCreated');
    expect([verdict.severity, codes(events[0]!.receivers).toSorted()]).toEqual([
      'problem',
      ['content_filter', 'created_later', 'delivered', 'event_filter', 'switched_off'],
    ]);
    expect(
      (await reader.get(`/consignments/${COURIER}/THEN/explain?receiverId=${open.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`))
        .status,
    ).toBe(404);
    expect((await two.get(`/consignments/${COURIER}/THEN/explain?receiverId=${open}`)).status).toBe(404);
    for (const each of [filtered, foreign, switchedOff, later, open]) await one.delete(`/receivers/${each}`);
    expect((await findingFor(open, 'THEN')).code).toBe('delivered');
    expect((await findingFor(filtered, 'THEN')).code).toBe('event_filter');
    await put(one, record('LATER'));
    await settled();
    const gone = await findingFor(open, 'LATER');
    expect([gone.code, gone.meaning]).toEqual(['receiver_deleted', expect.stringContaining('"open" was deleted at')]);
  });

  it('was not sent to a receiver that the service had disabled, which is said otherwise than of one that its owner switched off', async () => {
    const leaving = await bed.startReceiver();
    leaving.behave('/', { kind: 'answer', status: 410 });
    const receiverId = await createReceiver(one, { url: leaving.url('/'), name: 'leaving', onGone: 'disable' });
    await put(one, record('GONE'));
    await waitFor(async () => {
      const { data } = await one.get<{ disabled: object | null }>(`/receivers/${receiverId}`);
      return data.disabled !== null;
    });
    await put(one, record('AFTER'));
    await settled();
    const said = [
      'disabled',
      expect.stringMatching(
        /^The receiver "leaving" was disabled by the service at 20\S+Z, because it answered 410 Gone: onCreated was not sent to it\.$/,
      ),
    ];
    const found = await findingFor(receiverId, 'AFTER');
    expect([found.code, found.meaning]).toEqual(said);
    await change(receiverId, { enabled: true });
    const later = await findingFor(receiverId, 'AFTER');
    expect([later.code, later.meaning]).toEqual(said);
    await change(receiverId, { enabled: false });
    await put(one, record('OFF'));
    await settled();
    expect((await findingFor(receiverId, 'OFF')).code).toBe('switched_off');
    await one.delete(`/receivers/${receiverId}`);
  });

  it('is in progress, exhausted, expired or cancelled', async () => {
    const failing = await bed.startReceiver();
    failing.behave('/', { kind: 'answer', status: 503 });
    const { data } = await one.post<{ receiverId: string }>('/receivers', { url: failing.url('/') });
    const { receiverId } = data;
    await put(one, record('ENDS'));
    await settled();
    await waitFor(async () => (await findingFor(receiverId, 'ENDS')).code === 'pending_retry');
    const verdict = await findingFor(receiverId, 'ENDS');
    expect([verdict.severity, verdict.meaning]).toEqual([
      'waiting',
      expect.stringContaining('1 attempt has failed, the last one with HTTP status 503: '),
    ]);
    await change(receiverId, { enabled: false });
    expect((await findingFor(receiverId, 'ENDS')).code).toBe('switched_off');
    await change(receiverId, { enabled: true });
    for (const status of ['exhausted', 'expired', 'cancelled']) {
      await bed.database.query('UPDATE delivery SET status = $1, next_attempt_at = NULL WHERE delivery_id = $2', [
        status,
        verdict.deliveryId,
      ]);
      expect((await findingFor(receiverId, 'ENDS')).code).toBe(status);
    }
    await one.delete(`/receivers/${receiverId}`);
    expect((await findingFor(receiverId, 'ENDS')).meaning).toContain('the receiver was deleted');
  });

  it('of an account with many receivers shows failed deliveries first, and the number of receivers it skipped', async () => {
    const many = api(tokenApiUrl, await bed.createAccountAndToken({ user: 3, scope: 'write' }));
    for (let count = 0; count < 25; count++)
      await insertReceiver(bed.database, { account: 3, url: receiver.url('/'), events: ['onReturn'] });
    await put(many, record('MANY'));
    await settled();
    const unseen = await explain(many, 'MANY');
    expect([unseen.verdict.code, unseen.receiversNotExplained]).toEqual(['not_all_explained', 5]);

    for (const [status, count] of [
      ['delivered', 200],
      ['exhausted', 1],
    ] as const) {
      await bed.database.query(
        `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, created_at, updated_at)
         SELECT gen_random_uuid(), account_id, gen_random_uuid(), consignment_id, eventid, event, $1, created_at, now()
         FROM event, generate_series(1, $2) WHERE account_id = 3`,
        [status, count],
      );
    }
    const { verdict, events } = await explain(many, 'MANY');
    expect([verdict.code, events[0]!.receivers[0]!.code]).toEqual(['exhausted', 'exhausted']);
    const named = await explain(many, 'MANY', `?receiverId=${unseen.events[0]!.receivers[0]!.receiverId}`);
    expect([named.verdict.code, named.receiversNotExplained]).toEqual(['nothing_notable', 0]);
  });

  it('names its cause: scan, rule and decision', async () => {
    const eta = { start_date: '2099-01-01', end_date: '2099-01-01' };
    await post(one, scan('CAUSE', 'InboundScan', { occurred_at: minutesAgo(30) }));
    await settled();
    await put(one, record('CAUSE', { occurred_at: minutesAgo(20) }));
    await settled();
    await post(
      one,
      scan('CAUSE', 'OutForDelivery', { occurred_at: minutesAgo(10), eta }),
      scan('CAUSE', 'InTransit', { occurred_at: minutesAgo(15) }),
    );
    await settled();
    const { events, notable } = await explain(one, 'CAUSE');
    expect(Object.fromEntries(events.map(({ event, cause }) => [event, cause.scan_id ?? cause.kind]))).toEqual({
      onCreated: 'record',
      onDispatch: 'CAUSE/InboundScan',
      onScheduled: 'CAUSE/OutForDelivery',
      onOutForDelivery: 'CAUSE/OutForDelivery',
    });
    expect(codes(notable)).toContain('late_scan');
    expect((await explain(one, 'CAUSE', '?event=onDispatch')).notable.at(-1)?.code).toBe('already_announced');
    const { data } = await one.get<{ scans: { scan_id: string; isLate: boolean; waitedForRecord: boolean }[] }>(
      `/consignments/${COURIER}/CAUSE`,
    );
    expect(data.scans.map(({ scan_id, isLate, waitedForRecord }) => [scan_id, isLate, waitedForRecord])).toEqual([
      ['CAUSE/OutForDelivery', false, false],
      ['CAUSE/InTransit', true, false],
      ['CAUSE/InboundScan', false, true],
    ]);
  });

  it('refuses unknown parameters by name', async () => {
    const { status, data } = await one.get<{ errors: { attr: string }[] }>(
      `/consignments/${COURIER}/CAUSE/explain?event=onLost&receiver=1`,
    );
    expect([status, data.errors.map(({ attr }) => attr).toSorted()]).toEqual([400, ['event', 'receiver']]);
  });
});
