import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asSecretsKeys } from '#libs/config';
import { SecretBox } from '#libs/persistence';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { type AppName, launchApp } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [FIRST, WRONG, SECOND, NEXT] = [keyOf('first'), keyOf('wrong'), keyOf('second'), keyOf('next')];
const SENTENCE = /SECRETS_KEY opens nothing that is sealed/;
const ROTATED_AWAY = /SECRETS_KEY was rotated away/;
const ACCOUNT = 1;

const bed = useTestBed({ env: { SECRETS_KEY: FIRST } });
let receiver: TestReceiver;
let receiverId = '';

beforeAll(async () => {
  receiver = await bed.startReceiver();
});

async function sealWith(key: string): Promise<void> {
  const auth = { type: 'basic', username: 'u', sealed: new SecretBox(asSecretsKeys(key)).seal('p', receiverId) };
  await bed.database.query('UPDATE receiver SET auth = $2 WHERE receiver_id = $1', [receiverId, auth]);
}

const sealedBy = async (): Promise<string | undefined> => {
  const [check] = await bed.database.query<{ sealed: string }>('SELECT sealed FROM secrets_check');
  return check?.sealed.split(':')[0];
};

/** Starts an app that must refuse to start with this reason. */
async function expectRefusal(name: AppName, key: string, why: RegExp): Promise<void> {
  const app = await launchApp(name, { ...bed.env, SECRETS_KEY: key });
  expect(await app.expectEnd(why)).toMatchObject({ code: 1 });
}

const rotate = async (key: string, ...options: string[]): Promise<unknown> =>
  JSON.parse(stdoutOf(await bed.runCommand(['keys:rotate', ...options], { SECRETS_KEY: key })));

describe('a SECRETS_KEY', () => {
  it('is accepted if nothing is stored yet; afterwards any other key is refused', async () => {
    await (await bed.startApp('token-api')).stop();
    expect(await sealedBy()).toBe('first');
    await expectRefusal('token-api', WRONG, SENTENCE);
    await (await bed.startApp('token-api', { SECRETS_KEY: `${WRONG},${FIRST}` })).stop();
  });

  it('that decrypts nothing makes no attempt and encrypts nothing; the right key continues', async () => {
    receiverId = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/hook') });
    await sealWith(FIRST);
    const event = trackingEvent({ account: ACCOUNT });
    await bed.publish('events', [eventMessage(event)]);
    await expectRefusal('webhook-sender', WRONG, SENTENCE);
    expect(await bed.database.query('SELECT 1 FROM delivery_attempt')).toEqual([]);
    expect(await sealedBy()).toBe('first');
    const sender = await bed.startApp('webhook-sender');
    await waitFor(() => receiver.requests('/hook').length === 1);
    await sender.stop();
  });

  it('that decrypts a stored secret is right, whichever key encrypted the check value; the check value is encrypted again', async () => {
    await sealWith(SECOND); // Rotated by a release that does not know the check value.
    await (await bed.startApp('token-api', { SECRETS_KEY: SECOND })).stop();
    expect(await sealedBy()).toBe('second');
  });

  it('that becomes wrong while an app runs ends the app', async () => {
    const running = await bed.startProcess('webhook-sender', { SECRETS_KEY: SECOND });
    expect(await rotate(`${NEXT},${SECOND}`)).toEqual({ receivers: 1, resealed: 1, unreadable: 0 });
    expect(await sealedBy()).toBe('next');
    await running.expectEnd(ROTATED_AWAY);
  });

  it('that was rotated away stays wrong, even if an app has encrypted with it since', async () => {
    await sealWith(SECOND);
    await expectRefusal('token-api', SECOND, ROTATED_AWAY);
    expect(await sealedBy()).toBe('next');
    await sealWith(NEXT);
  });

  it('that comes back through a rotation is right again', async () => {
    expect(await rotate(`${SECOND},${NEXT}`)).toEqual({ receivers: 1, resealed: 1, unreadable: 0 });
    await (await bed.startApp('token-api', { SECRETS_KEY: SECOND })).stop();
    await expectRefusal('token-api', NEXT, ROTATED_AWAY);
    expect(await rotate(`${NEXT},${SECOND}`)).toEqual({ receivers: 1, resealed: 1, unreadable: 0 });
  });

  it('that is lost can be given up by name, after a dry run', async () => {
    await expect(rotate(WRONG)).rejects.toThrow(/opens nothing[^]*--give-up-unreadable --dry-run/);
    const counts = { receivers: 1, resealed: 0, unreadable: 1, needCredentials: [{ user: ACCOUNT, receiverId }] };
    expect(await rotate(WRONG, '--give-up-unreadable', '--dry-run')).toEqual({ ...counts, dryRun: true });
    expect([await sealedBy(), await audited()]).toEqual(['next', []]);
    expect(await rotate(WRONG, '--give-up-unreadable')).toEqual({ ...counts, dryRun: false });
    const entry = { action: 'receiver.changed', command: 'keys:rotate', after: { credentials: 'given up' } };
    expect([await sealedBy(), await audited()]).toEqual(['wrong', [entry]]);
    await (await bed.startApp('token-api', { SECRETS_KEY: WRONG })).stop();
  });
});

const audited = async (): Promise<unknown[]> =>
  bed.database.query(`SELECT action, by_command AS command, after FROM audit_log WHERE subject_id = '${receiverId}'`);
