import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcelKey } from '#libs/contracts';
import { aRecord, aScan } from '../builders/parcel-world.js';
import type { App } from '../support/app.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually, waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

const bed = useTestBed({ env: { CARRIERS_POLL_MS: '50' } });
const folder = temporaryFolder();
const COURIER = 'ups';
const PARCEL = '1Z999AA10123456784';
let app: App;

const write = (rules: string): void => writeFileSync(join(folder, 'mappings', `${COURIER}.yaml`), rules);

beforeAll(async () => {
  mkdirSync(join(folder, 'mappings'));
  write('- when: {code: I, sub_code: DP}\n  silent: true\n');
  app = await bed.startApp('event-builder', { CARRIERS_DIR: folder });
});

let minute = 0;
async function publishScan(carrier_code: string, carrier_sub_code: string): Promise<void> {
  const { status_hint: _, ...value } = aScan('', `2026-03-02T08:${String(++minute).padStart(2, '0')}:00Z`, {
    courier: COURIER,
    tracking_number: PARCEL,
    carrier_code,
    carrier_sub_code,
    raw_text: 'Q',
  });
  await bed.publish('scans', [{ key: parcelKey(COURIER, PARCEL), value }]);
}

const becomes = (...names: string[]): Promise<void> =>
  eventually(async () => {
    const events = eventsIn(await bed.readTopic('events'));
    expect(events.map(({ payload }) => payload.event)).toEqual(['onCreated', ...names]);
  });

/** Returns the reading of each stored scan, in chronological order. */
const readings = async (): Promise<unknown[]> =>
  (
    await bed.database.query<{ code: string; readAs: string; layer: string; rule: string; ruleSet: string }>(
      `SELECT scan->>'code' AS code, scan->>'readAs' AS "readAs", scan#>>'{readBy,layer}' AS layer, scan#>>'{readBy,rule}' AS rule,
         scan#>>'{readBy,ruleSet}' AS "ruleSet" FROM scan ORDER BY occurred_at`,
    )
  ).map(({ code, readAs, layer, rule, ruleSet }) => [code, readAs, layer, rule, ruleSet]);

describe('the operator’s rules in addition to the shipped rules', () => {
  it('override one code, and leave the other codes to the shipped mapping', async () => {
    const value = aRecord({ occurred_at: '2026-03-01T08:00:00Z', references: { courier: COURIER, tracking_number: PARCEL } });
    await bed.publish('records', [{ key: parcelKey(COURIER, PARCEL), value }]);
    await becomes();
    await publishScan('I', 'DP');
    await publishScan('I', 'OR');
    await becomes('onDispatch');
  });

  it('take effect without a restart', async () => {
    write('- when: {code: D, sub_code: KB}\n  status: PickupReadyToday\n');
    await waitFor(() => app.logs().find(({ event }) => event === 'carriers.taken'));
    await publishScan('D', 'KB');
    await becomes('onDispatch', 'onPickupReady');
  });

  it('are recorded with each scan: layer, rule and the rule set in force', async () => {
    const [before, after] = ['carriers.inForce', 'carriers.taken'].map(
      (name) => app.logs().find(({ event }) => event === name)?.['ruleSet'],
    );
    expect(after).not.toBe(before);
    await eventually(async () =>
      expect(await readings()).toEqual([
        ['I', 'Ignore', 'operator', 'mappings/ups.yaml:1', before],
        ['I', 'InboundScan', 'shipped', expect.stringMatching(/^mappings\/ups\.yaml:\d+$/), before],
        ['D', 'PickupReadyToday', 'operator', 'mappings/ups.yaml:1', after],
      ]),
    );
  });

  it('replace the shipped rules if CARRIERS_OVERLAY is false', async () => {
    const alone = await bed.startApp('event-builder', { CARRIERS_DIR: folder, CARRIERS_OVERLAY: 'false' });
    const laid = app.logs().find(({ event }) => event === 'carriers.taken');
    const inForce = await waitFor(() => alone.logs().find(({ event }) => event === 'carriers.inForce'));
    expect(inForce).toMatchObject({ folder, overlay: false });
    expect(inForce['ruleSet']).not.toBe(laid?.['ruleSet']);
    await alone.stop();
  });
});
