// Runs the commands of docs/publish-scans.md unchanged. The apps of this test replace `npm start`.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../../scripts/stack/clone.js';
import { commandsOf, writeConnection } from '../support/page-commands.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const FOLDER = '.cache/publish-scans';
const START = `mkdir -p ${FOLDER} && npm start -- --connection-file ${FOLDER}/connection.json`;

const bed = useTestBed();

beforeAll(async () => {
  const { token } = await bed.createAccountAndToken({ user: 1 });
  const [api] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder')]);
  writeConnection(FOLDER, bed, { apiUrl: api.url, token });
});

afterAll(() => rmSync(join(ROOT, FOLDER), { recursive: true, force: true }));

/** Returns the names of the events that the page's call prints. */
const namesIn = (printed: string): string[] => [...printed.matchAll(/^(on\w+) {2}\d{4}-/gm)].map(([, name = '']) => name);

it('goes from a published parcel to its events and to a dead letter', async () => {
  const { blocks, run } = commandsOf(readFileSync(join(ROOT, 'docs/publish-scans.md'), 'utf8'));
  const [service, connection = '', parcel = '', events = '', explain = '', further = '', faulty = '', letters = '', http = '', ...rest] =
    blocks;
  expect(rest).toEqual([]);
  expect(service).toBe(START);
  await run(connection);
  expect(await run(parcel)).toBe('published 1 record and 3 scans of dhl-germany MINE-1\n');
  await waitFor(async () => namesIn(await run(events)).length === 4, { what: 'the four events of the parcel' });
  expect(namesIn(await run(events))).toEqual(['onDelivered', 'onOutForDelivery', 'onDispatch', 'onCreated']);
  expect(JSON.parse(await run(explain))).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ event: 'onDelivered' })]),
  });
  expect(JSON.parse(await run(further))).toMatchObject({ schema: 'scan/1', tracking_number: 'MINE-1', status_hint: 'Return' });
  await waitFor(async () => namesIn(await run(events))[0] === 'onReturn', { what: 'the event of the further scan' });
  await run(faulty);
  await waitFor(async () => /E_TIME {2}dhl-germany:MINE-1 {2}/.test(await run(letters)), { what: 'the dead letter' });
  await run(http);
  const ofHttp = events.replace('MINE-1', 'MINE-2');
  await waitFor(async () => namesIn(await run(ofHttp)).length === 2, { what: 'the events of the parcel by HTTP' });
  expect(namesIn(await run(ofHttp)).toSorted()).toEqual(['onCreated', 'onDispatch']);
});
