import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcelKey } from '#libs/contracts';
import { aRecord, aScan } from '../builders/parcel-world.js';
import type { Ran } from '../../scripts/stack/run-command.js';
import type { App } from '../support/app.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually, waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

const bed = useTestBed({ env: { CARRIERS_POLL_MS: '50' } });
const COURIER = 'acme';
const folder = temporaryFolder();
let app: App;

beforeAll(async () => {
  mount({ 'mappings/acme.yaml': '- when: {code: A}\n  status: Packed\n' });
  for (const name of ['mappings', 'couriers.yaml', 'clients.yaml']) symlinkSync(`..data/${name}`, join(folder, name));
  app = await bed.startApp('event-builder', { CARRIERS_DIR: folder });
});

let version = 0;

/** Changes the files as Kubernetes changes a mounted ConfigMap: it adds a new folder beside the old one and swaps the link `..data`. */
function mount(files: Readonly<Record<string, string>>): void {
  const name = `..version-${++version}`;
  for (const [file, text] of Object.entries({ 'couriers.yaml': '- courier: acme\n', ...files })) {
    mkdirSync(dirname(join(folder, name, file)), { recursive: true });
    writeFileSync(join(folder, name, file), text);
  }
  symlinkSync(name, join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
}

const metric = async (line: string): Promise<void> =>
  void (await waitFor(async () => (await app.metrics()).split('\n').includes(line), { what: line }));
const reloads = (outcome: string, count: number): Promise<void> =>
  metric(`carrier_file_reloads_total{outcome="${outcome}",app="event-builder"} ${count}`);
const refused = (value: 0 | 1): Promise<void> => metric(`carrier_files_refused{app="event-builder"} ${value}`);

async function publishRecord(parcel: string): Promise<void> {
  const value = aRecord({ occurred_at: '2026-03-01T08:00:00Z', references: { courier: COURIER, tracking_number: parcel } });
  await bed.publish('records', [{ key: parcelKey(COURIER, parcel), value }]);
  await waitFor(async () => (await namesOf(parcel)).includes('onCreated'));
}

async function publishScan(parcel: string, code: string): Promise<void> {
  const { status_hint: _, ...value } = aScan('', '2026-03-02T08:00:00Z', {
    courier: COURIER,
    tracking_number: parcel,
    carrier_code: code,
    raw_text: 'Q',
  });
  await bed.publish('scans', [{ key: parcelKey(COURIER, parcel), value }]);
}

async function namesOf(parcel: string): Promise<string[]> {
  const events = eventsIn(await bed.readTopic('events'));
  return events.filter(({ payload }) => payload.references.tracking_number === parcel).map(({ payload }) => payload.event);
}

const becomes = (parcel: string, ...names: string[]): Promise<void> =>
  eventually(async () => expect(await namesOf(parcel)).toEqual(['onCreated', ...names]));

const mapping = (...args: string[]): Promise<Ran> => bed.runCommand(['mapping:unmapped', ...args]);

describe('the operator’s files, changed while event-builder runs', () => {
  it('leave a code unmapped that no file knows, and mapping:unmapped lists it', async () => {
    await publishRecord('R1');
    await publishScan('R1', 'QQ');
    await publishScan('R1', 'QQ');
    await publishScan('R1', 'RR');
    await eventually(async () => {
      const rows = (await mapping()).stdout
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(/ {2,}/));
      expect(rows).toEqual([
        ['2', expect.stringMatching(/Z$/), COURIER, 'QQ', '–', '–', 'Q'],
        ['1', expect.stringMatching(/Z$/), COURIER, 'RR', '–', '–', 'Q'],
      ]);
    });
    expect((await mapping('--courier', 'other')).stdout).toBe('Nothing is unmapped.\n');
    expect(await namesOf('R1')).toEqual(['onCreated']);
  });

  it('take effect without a restart', async () => {
    mount({ 'mappings/acme.yaml': '- when: {code: QQ}\n  status: OutForDelivery\n' });
    await reloads('taken', 1);
    await publishScan('R1', 'QQ');
    await becomes('R1', 'onDispatch', 'onOutForDelivery');
  });

  it('edge case 38: are refused with file and line if they are invalid, and the old files stay in force', async () => {
    mount({ 'mappings/acme.yaml': '- when: {code: QQ}\n  status: Delivered\n- when: {code: QQ}\n  status: Delivred\n' });
    await reloads('refused', 1);
    await refused(1);
    const line = await waitFor(() => app.logs().find(({ event }) => event === 'carriers.refused'));
    expect(line).toMatchObject({ folder, level: 50 });
    expect(line['faults']).toEqual(expect.arrayContaining([expect.stringContaining('mappings/acme.yaml:3 has status: Delivred')]));
    await publishRecord('R2');
    await publishScan('R2', 'QQ');
    await becomes('R2', 'onDispatch', 'onOutForDelivery');
    expect(app.isRunning()).toBe(true);
  });

  it('are accepted again after a correction', async () => {
    mount({ 'mappings/acme.yaml': '- when: {code: QQ}\n  status: Delivered\n' });
    await reloads('taken', 2);
    await refused(0);
    await publishRecord('R3');
    await publishScan('R3', 'QQ');
    await becomes('R3', 'onDispatch', 'onDelivered');
    expect(app.logs().filter(({ event }) => event === 'carriers.refused')).toHaveLength(1);
  });

  it('are refused as a whole if a client’s default language has no texts', async () => {
    mount({
      'mappings/acme.yaml': '- when: {code: QQ}\n  status: Packed\n',
      'clients.yaml': '- client: shop\n  language: hu\n',
    });
    await reloads('refused', 2);
    const line = await waitFor(() => app.logs().filter(({ event }) => event === 'carriers.refused')[1]);
    expect(line['faults']).toEqual([
      expect.stringMatching(/^clients\.yaml:1 has language: hu, which has no texts: choose one of cs, da, /),
    ]);
    mount({ 'mappings/acme.yaml': '- when: {code: QQ}\n  status: Delivered\n' });
    await refused(0);
  });

  it('that are missing leave the old files in force; their return is not logged', async () => {
    renameSync(join(folder, '..data'), join(folder, '..away'));
    await reloads('refused', 3);
    await refused(1);
    renameSync(join(folder, '..away'), join(folder, '..data'));
    await refused(0);
    await reloads('taken', 2);
    await publishRecord('R4');
    await publishScan('R4', 'QQ');
    await becomes('R4', 'onDispatch', 'onDelivered');
  });
});
