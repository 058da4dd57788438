import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parcelKey } from '#libs/contracts';
import { readArguments } from '#libs/command-line';
import { loadSamples } from '#libs/demo';
import { COMMAND as SCAN_PUBLISH } from '../../libs/messaging/src/topics/scan-publish.command.js';
import { ParcelWorld } from '../../test/builders/parcel-world.js';
import { type Connection } from './connection-file.js';
import { nextStepLines } from './next-steps.js';

const CONNECTION: Connection = {
  apiUrl: 'http://127.0.0.1:1',
  account: 1,
  token: 'pew_x',
  kafkaBrokers: '127.0.0.1:2',
  databaseUrl: 'postgres://127.0.0.1:3/postgres',
  topicPrefix: 'mine.',
  metricsUrls: {},
  pids: {},
};
const LINK = { url: 'http://127.0.0.1:1/console/#code=x', isSignedIn: true };
const screenWith = (samples: Parameters<typeof nextStepLines>[2]): string =>
  nextStepLines(CONNECTION, { logs: '/logs', console: LINK }, samples).join('\n');

/** @throws when the screen lacks these words */
function found(text: string, words: RegExp): string {
  const [, part] = words.exec(text) ?? [];
  if (part === undefined) throw new Error(`${words} is not in ${text}`);
  return part;
}

const scanOf = (screen: string): JsonObject => JSON.parse(found(screen, /'(\{"schema":"scan\/1".*?\})'/)) as JsonObject;

describe('the start screen without samples', () => {
  const screen = screenWith([]);
  const body = JSON.parse(found(screen, /'http:\/\/127\.0\.0\.1:1\/consignments' -X PUT .* -d '(.*)'/)) as JsonObject;

  it('names a record and a scan that cause events when they are copied', () => {
    const world = new ParcelWorld();
    const at = new Date(Date.now() - 1000).toISOString();
    const record = { schema: 'record/1', account: 1, transfer_id: 't-1', action: 'upsert', occurred_at: at, ...body };
    expect(world.take(record).map(({ event }) => event)).toEqual(['onCreated']);
    expect(world.take(scanOf(screen)).map(({ event }) => event)).toEqual(['onDispatch']);
    expect(world.refused).toEqual([]);
  });

  it('names scan:publish and kcat with the same parcel, brokers and topic prefix', () => {
    const args = readArguments(SCAN_PUBLISH, found(screen, /scan:publish (.*)/).split(' '));
    const { courier, tracking_number, status_hint } = scanOf(screen) as Record<string, string>;
    expect(args).toMatchObject({ courier, tracking: tracking_number, brokers: '127.0.0.1:2', prefix: 'mine.', status: status_hint });
    expect(screen).toContain(`'${parcelKey(courier ?? '', tracking_number ?? '')}' '{"schema"`);
    expect(screen).toContain('-b 127.0.0.1:2 -t mine.scans ');
  });
});

describe('the start screen with samples', () => {
  const screen = screenWith(loadSamples({ account: 1, suffix: '' }));

  it('continues a sample that is on its way, and announces no parcel', () => {
    expect(readArguments(SCAN_PUBLISH, found(screen, /scan:publish (.*)/).split(' ')).tracking).toBe('00340434161094020028');
    expect(screen).toContain("/deliveries'");
    expect(screen).not.toContain('/consignments');
  });
});

describe('the console', () => {
  const lineOf = (isSignedIn: boolean): string | undefined =>
    nextStepLines(CONNECTION, { logs: '/logs', console: { ...LINK, isSignedIn } }, []).find((line) => line.includes('/console/'));

  it('has a link that signs in once', () => {
    expect(lineOf(true)).toBe('  console    http://127.0.0.1:1/console/#code=x   (this link signs you in, once, within 15 minutes)');
  });

  it('says what the link cannot do, and which credentials can', () => {
    const screen = screenWith([]);
    expect(found(screen, /console .*\n +(.*)/)).toBe(
      'it cannot create links for colleagues or manage tokens: for that, sign in with the account and token below',
    );
    expect(found(screen, /API +(.*)/)).toContain('user: 1, token: pew_x');
  });

  it('stands above a line that sets the address and the token for the commands of the documents', () => {
    expect(screenWith([]).split('\n')).toContain('             export API=http://127.0.0.1:1 TOKEN=pew_x');
  });

  it('has a plain link when the API gives no code', () => {
    expect(lineOf(false)).toBe('  console    http://127.0.0.1:1/console/#code=x');
  });
});
