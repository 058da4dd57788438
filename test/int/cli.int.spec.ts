import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcelKey } from '#libs/contracts';
import { packText } from '#libs/persistence';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventsIn, trackingEvent } from '../builders/tracking-event.js';
import { compiled } from '../../scripts/stack/clone.js';
import type { Ran } from '../../scripts/stack/run-command.js';
import type { App } from '../support/app.js';
import { spawnCommand, stdoutOf } from '../support/command.js';
import { identityFor, receiverCaFile } from '../support/receiver.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed({ env: { CARRIERS_POLL_MS: '50' } });
const carriers = temporaryFolder();
const COURIER = 'acme';
const NO_BROKER = '127.0.0.1:9';
const PARCEL = ['--courier', 'acme', '--tracking', 'pub 1'];

const cli = (...args: readonly string[]): Promise<Ran> => bed.runCommand(args);
const json = (ran: Ran): unknown => JSON.parse(stdoutOf(ran));

const spawned = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  spawnCommand(args, { ...bed.env, ...env });

describe('the command line', () => {
  it('is a process that needs only the compiled code; its exit code tells how it ended', async () => {
    const [help, unknown, done, amiss] = await Promise.all([
      spawned(['--help']),
      spawned(['dlq']),
      spawned(['account:create', '--user', '5', '--name', 'Shop']),
      spawned(['token:revoke', '--user', '5', '--token-id', '1']),
    ]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' });
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'dlq'") });
    expect([json(done), done.stderr]).toEqual([{ user: 5, created: true, name: 'Shop', timeZone: null }, '']);
    expect(amiss).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('has no token 1') });
  });

  it('ends silently when its reader stops reading', async () => {
    const child = spawn(process.execPath, [compiled('scripts/cli/cli.main'), '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('accounts and tokens', () => {
  it('are managed from the first token to its revocation, with each command in the audit log', async () => {
    expect(json(await cli('account:create', '--user', '7', '--name', 'Shop', '--time-zone', 'Europe/Berlin'))).toEqual({
      user: 7,
      created: true,
      name: 'Shop',
      timeZone: 'Europe/Berlin',
    });
    const again = await cli('account:create', '--user', '7', '--name', 'Store');
    expect([json(again), again.stderr]).toEqual([
      { user: 7, created: false, name: 'Shop', timeZone: 'Europe/Berlin' },
      'Account 7 exists already; its name stays "Shop".\n',
    ]);
    const { tokenId } = json(await cli('token:create', '--user', '7', '--scope', 'read', '--note', 'n')) as { tokenId: number };
    expect(json(await cli('token:list', '--user', '7'))).toMatchObject({ tokenId, scope: 'read', note: 'n', lastUsedAt: null });
    expect(json(await cli('token:revoke', '--user', '7', '--token-id', String(tokenId)))).toEqual({ user: 7, tokenId, revoked: true });
    expect((await cli('token:list', '--user', '7')).stdout).toBe('Account 7 has no active token.\n');
    expect(await cli('token:revoke', '--user', '8', '--token-id', String(tokenId))).toMatchObject({ code: 1, stdout: '' });
    const log = await bed.database.query('SELECT action, by_command FROM audit_log WHERE account_id = 7 ORDER BY audit_id');
    expect(log).toEqual([
      { action: 'token.created', by_command: 'token:create' },
      { action: 'token.revoked', by_command: 'token:revoke' },
    ]);
  });

  it('let the operator change only the name or only the time zone of an account', async () => {
    const change = (...args: readonly string[]): Promise<Ran> => cli('account:change', '--user', '6', ...args);
    expect(await change('--name', 'Shop')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no account 6') });
    await cli('account:create', '--user', '6', '--name', 'Shop');
    expect(json(await change('--time-zone', 'Europe/Berlin'))).toEqual({ user: 6, name: 'Shop', timeZone: 'Europe/Berlin' });
    expect(json(await change('--name', 'Store'))).toEqual({ user: 6, name: 'Store', timeZone: 'Europe/Berlin' });
    expect(json(await change('--name', 'Store', '--time-zone', ''))).toEqual({ user: 6, name: 'Store', timeZone: null });
    expect(json(await change('--name', 'Store'))).toEqual({ user: 6, name: 'Store', timeZone: null });
    for (const zone of ['Mars/Base', '+02:00'])
      expect(await change('--time-zone', zone)).toMatchObject({ code: 2, stderr: expect.stringContaining('must be an IANA zone') });
    expect(await change()).toMatchObject({ code: 2, stderr: expect.stringContaining('give --name or --time-zone') });
    const log = await bed.database.query(
      'SELECT subject_id, by_command, before, after FROM audit_log WHERE account_id = 6 ORDER BY audit_id',
    );
    expect(log).toEqual([
      { subject_id: '6', by_command: 'account:change', before: { timeZone: null }, after: { timeZone: 'Europe/Berlin' } },
      { subject_id: '6', by_command: 'account:change', before: { name: 'Shop' }, after: { name: 'Store' } },
      { subject_id: '6', by_command: 'account:change', before: { timeZone: 'Europe/Berlin' }, after: { timeZone: null } },
    ]);
  });
});

describe('a typing error in --user', () => {
  it('creates no account without --create-account', async () => {
    const words = ['token:create', '--user', '77', '--scope', 'read'];
    const refused = await cli(...words);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no account 77.') });
    expect(await bed.database.query('SELECT 1 FROM account WHERE account_id = 77')).toEqual([]);
    expect(json(await cli(...words, '--create-account'))).toMatchObject({ user: 77, scope: 'read' });
  });
});

describe('redeliver', () => {
  it('orders the redelivery of one delivery or of a period, once, for the given account only; the audit log has the order', async () => {
    const receiverId = await insertReceiver(bed.database, { account: 9, url: 'https://receiver.example/' });
    const [deliveryId, other] = [await exhausted(receiverId), await exhausted(receiverId)];
    expect(await cli('redeliver', '--user', '7', '--delivery', deliveryId)).toMatchObject({ code: 1, stdout: '' });
    expect(json(await cli('redeliver', '--user', '9', '--delivery', deliveryId))).toMatchObject({ state: 'running', total: 1, deliveryId });
    expect((await cli('redeliver', '--user', '9', '--delivery', deliveryId)).stderr).toContain('pending');
    const period = ['--user', '9', '--receiver', receiverId, '--from', '2020-01-01T00:00:00Z'];
    const order = json(await cli('redeliver', ...period)) as { redeliveryId: string };
    expect(order).toMatchObject({ state: 'running', total: 1, receiverId });
    expect(json(await cli('redeliver', ...period))).toMatchObject({ redeliveryId: order.redeliveryId });
    const rounds = await bed.database.query('SELECT delivery_id, round FROM delivery WHERE account_id = 9 ORDER BY round DESC');
    expect(rounds).toEqual([
      { delivery_id: deliveryId, round: 2 },
      { delivery_id: other, round: 1 },
    ]);
    const log = await bed.database.query('SELECT action, by_command FROM audit_log WHERE account_id = 9 ORDER BY audit_id');
    expect(log).toEqual([
      { action: 'delivery.redelivery_requested', by_command: 'redeliver' },
      { action: 'receiver.redelivery_requested', by_command: 'redeliver' },
    ]);
  });

  it('with --status pending refuses a period that has not ended', async () => {
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const { code, stdout, stderr } = await cli('redeliver', '--status', 'pending', '--from', '2020-01-01T00:00:00Z', '--to', to);
    expect([code, stdout, stderr]).toEqual([1, '', `--to must have passed: deliveries until ${to} are on their way.\n`]);
  });

  /** Inserts an ended delivery and its event. */
  async function exhausted(receiverId: string): Promise<string> {
    const { consignmentId, createdAtMs, payload } = trackingEvent({ account: 9 });
    const deliveryId = randomUUID();
    await bed.database.query(
      `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at) VALUES ($1, 9, $2, $3, now(), 0, '', $4, $5)`,
      [payload.eventid, consignmentId, payload.event, packText(JSON.stringify(payload)), new Date(createdAtMs)],
    );
    await bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, created_at, updated_at)
       VALUES ($1, 9, $2, $3, $4, $5, 'exhausted', $6, $6)`,
      [deliveryId, receiverId, consignmentId, payload.eventid, payload.event, new Date(createdAtMs)],
    );
    return deliveryId;
  }
});

describe('topics --check', () => {
  it('accepts existing topics, and names missing topics without creating them', async () => {
    const check = (prefix: string): Promise<Ran> => bed.runCommand(['topics', '--check'], { TOPIC_PREFIX: prefix, TOPIC_PARTITIONS: '3' });
    expect(await check(bed.topicPrefix)).toEqual({ code: 0, stdout: 'All topics exist and match their settings.\n', stderr: '' });
    const other = `${bed.topicPrefix}none.`;
    for (const _ of [1, 2])
      expect(await check(other)).toMatchObject({ code: 1, stderr: expect.stringContaining(`${other}scans is missing`) });
  });

  it('names missing replicas, and does not demand in-sync replicas that do not exist', async () => {
    const env = { TOPIC_PREFIX: bed.topicPrefix, TOPIC_PARTITIONS: '3', TOPIC_REPLICATION: '3' };
    const { code, stderr } = await bed.runCommand(['topics', '--check'], env);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${bed.topicPrefix}scans has 1 of 3 copies: add them (kafka-reassign-partitions.sh), min.insync.replicas after that\n`,
    );
    expect(stderr).not.toContain('should be');
  });

  it('says why no topic can be created', async () => {
    const env = { TOPIC_PREFIX: `${bed.topicPrefix}thick.`, TOPIC_PARTITIONS: '3', TOPIC_REPLICATION: '3' };
    const { code, stderr } = await bed.runCommand(['topics'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/thick\.scans, .+ cannot be created \(3 partitions, 3 copies\): Replication-factor is invalid/);
  });
});

describe('scan:publish', () => {
  it('publishes one scan under the key of its parcel, and shows it', async () => {
    const shown = json(await cli('scan:publish', ...PARCEL, '--status', 'OutForDelivery', '--location', 'Bonn')) as object;
    expect(shown).toMatchObject({ schema: 'scan/1', tracking_number: 'pub 1', status_hint: 'OutForDelivery', location: { text: 'Bonn' } });
    const [written] = (await bed.readTopic('scans')).filter(({ key }) => key === parcelKey('acme', 'pub 1'));
    expect([JSON.parse(String(written?.value)), written?.headers]).toEqual([shown, { 'content-type': 'application/json' }]);
  });

  it('refuses a scan that event-builder would refuse, unless --unchecked is given', async () => {
    const wrong = ['scan:publish', '--courier', 'acme', '--tracking', 'pub 2', '--status', 'Foo'];
    expect(await cli(...wrong)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('event-builder would refuse this scan'),
    });
    expect((await bed.readTopic('scans')).filter(({ key }) => key === parcelKey('acme', 'pub 2'))).toEqual([]);
    // The scan passes the check, and the command fails because there are no brokers.
    expect((await bed.runCommand([...wrong, '--unchecked'], { KAFKA_BROKERS: '' })).stderr).toContain('KAFKA_BROKERS');
  });

  it('takes brokers and prefix as options too', async () => {
    const options = ['--brokers', bed.env['KAFKA_BROKERS'] ?? '', '--prefix', bed.topicPrefix];
    const { code } = await bed.runCommand(['scan:publish', ...PARCEL, ...options, '--code', 'C'], {
      KAFKA_BROKERS: NO_BROKER,
      TOPIC_PREFIX: 'other.',
    });
    expect(code).toBe(0);
  });

  it.each([
    ['a topic that is not there', { TOPIC_PREFIX: 'nowhere.' }, 'nowhere.scans does not exist: create the topics with'],
    ['no brokers', { KAFKA_BROKERS: '' }, 'KAFKA_BROKERS'],
    ['a CA file that cannot be read', { KAFKA_TLS: 'true', KAFKA_CA_FILE: '/nowhere.pem' }, 'KAFKA_CA_FILE'],
  ])('with %s fails, and does not report a wrong usage', async (_, env, sentence) => {
    const { code, stdout, stderr } = await bed.runCommand(['scan:publish', ...PARCEL, '--code', 'C'], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('Usage');
  });
});

describe('brokers that cannot be reached', () => {
  it('are tried for some seconds, with TLS if configured; then one sentence says so, without a log line of the client', async () => {
    let handshakes = 0;
    const broker = createServer(await identityFor({}), (socket) => {
      handshakes++;
      socket.destroy();
    });
    broker.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
    const byTls = {
      KAFKA_BROKERS: `127.0.0.1:${(broker.address() as AddressInfo).port}`,
      KAFKA_TLS: 'true',
      KAFKA_CA_FILE: await receiverCaFile(),
    };
    try {
      const failures = await Promise.all([
        spawned(['topics'], { KAFKA_BROKERS: NO_BROKER }),
        bed.runCommand(['scan:publish', ...PARCEL, '--code', 'C'], { KAFKA_BROKERS: NO_BROKER }),
        bed.runCommand(['scan:publish', ...PARCEL, '--code', 'C'], byTls),
      ]);
      for (const { code, stdout, stderr } of failures) {
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^.+ cannot be used: .+\n$/);
      }
      expect(failures[0].stderr).toMatch(/^the Kafka cluster at 127\.0\.0\.1:9 cannot be used: .+ECONNREFUSED.+correct KAFKA_BROKERS\n$/);
      expect(handshakes).toBeGreaterThan(0);
    } finally {
      broker.close();
    }
  });
});

describe('dead letters', () => {
  let app: App;

  /** Renames the file into place, so that no reader sees half of it. */
  function writeCouriers(text: string): void {
    writeFileSync(join(carriers, 'draft'), text);
    renameSync(join(carriers, 'draft'), join(carriers, 'couriers.yaml'));
  }

  beforeAll(async () => {
    mkdirSync(join(carriers, 'mappings'));
    writeFileSync(join(carriers, 'mappings', `${COURIER}.yaml`), '- when: {code: A}\n  status: InTransit\n');
    writeCouriers(`- courier: ${COURIER}\n`);
    app = await bed.startApp('event-builder', { CARRIERS_DIR: carriers });
  });

  const record = (tracking: string): object => ({
    schema: 'record/1',
    transfer_id: `transfer-${tracking}`,
    account: 1,
    action: 'upsert',
    occurred_at: '2026-03-01T08:00:00Z',
    references: {
      courier: COURIER,
      tracking_number: tracking,
      orderNo: 'A-1',
      client: 'shop',
      warehouse: 'W',
      destination_country_iso3: 'DEU',
      language: 'en',
    },
  });

  const publishRecord = (tracking: string): Promise<void> =>
    bed.publish('records', [
      { key: parcelKey(COURIER, tracking), value: record(tracking), headers: { traceparent: `00-${tracking}`, kept: 'yes' } },
    ]);

  const created = async (): Promise<string[]> => {
    const events = eventsIn(await bed.readTopic('events'));
    return events.map(({ payload }) => payload.references.tracking_number).toSorted();
  };

  const replay = async (...args: readonly string[]): Promise<unknown> => {
    const ran = await cli('dlq:replay', 'records', ...args);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    return json(ran);
  };

  it('are listed by reason, come back once when the cause is corrected, and never twice', async () => {
    expect((await cli('dlq:list')).stdout).toBe('No dead letters.\n');
    for (const tracking of ['P1', 'P2', 'P3']) await publishRecord(tracking);
    await bed.publish('records', [{ key: 'x', value: '{' }]);
    await waitFor(async () => (await bed.readTopic('records.dlq')).length === 4, { what: 'four dead letters' });
    const listed = await cli('dlq:list', 'records', '--messages');
    expect(listed.stdout).toMatch(/^records {2}E_LINK {2}3 in all, 3 of them not replayed; the oldest first seen 20/m);
    expect(listed.stdout).toMatch(/^records {2}E_JSON {2}1 in all, 1 of them not replayed; .+; would fail again$/m);
    expect(listed.stdout).toMatch(/^records\[\d\]@\d+ {2}E_LINK {2}acme:P1 {2}/m);
    expect(await replay('--dry-run')).toEqual({ topic: 'records', dryRun: true, replayed: { E_LINK: 3 }, left: { E_JSON: 1 } });
    expect(await created()).toEqual([]);

    writeCouriers(`- courier: ${COURIER}\n  tracking_link: https://acme.example/{tracking_number}\n`);
    const reloads = (): Promise<number | undefined> => app.metric('carrier_file_reloads_total', { outcome: 'taken' });
    await waitFor(async () => (await reloads())! > 0, { what: 'the couriers to be read again' });
    expect(await replay()).toEqual({ topic: 'records', dryRun: false, replayed: { E_LINK: 3 }, left: { E_JSON: 1 } });
    await waitFor(async () => (await created()).length === 3, { what: 'the events' });
    expect(await created()).toEqual(['P1', 'P2', 'P3']);
    expect(await replay()).toEqual({ topic: 'records', dryRun: false, replayed: {}, left: { E_JSON: 1 } });

    const sent = (await bed.readTopic('records')).filter(({ key }) => key === parcelKey(COURIER, 'P1'));
    expect(sent.map(({ value }) => value?.toString())).toEqual([sent[0]?.value?.toString(), sent[0]?.value?.toString()]);
    expect(sent[1]?.headers).toEqual({ traceparent: '00-P1', kept: 'yes', 'first-seen': expect.any(String) });

    expect(await replay('--all')).toEqual({ topic: 'records', dryRun: false, replayed: { E_JSON: 1 }, left: {} });
    await waitFor(async () => (await bed.readTopic('records.dlq')).length === 5, {
      what: 'the unreadable message to become a dead letter again',
    });
    expect((await cli('dlq:list', 'records', '--reason', 'E_JSON')).stdout).toMatch(/E_JSON {2}2 in all, 1 of them not replayed/);
  });
});
