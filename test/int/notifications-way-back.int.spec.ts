// Operational events with webhook-senders of before and after them: docs/notifications.md, For operators.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { stdoutOf } from '../support/command.js';
import type { App } from '../support/app.js';
import { OperationalStory } from '../support/operational-story.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed({ env: { PUBLISH_OPERATIONAL_EVENTS: 'true', NOTIFICATIONS_POLL_MS: '300', FAILING_AFTER_MS: '1000' } });
const webhooks = useSenderBed(bed);
const OLDER = { NODE_OPTIONS: `--import=${new URL('../support/without-operational.mjs', `file://${import.meta.dirname}/`).href}` };

const letters = async (): Promise<string[]> => (await bed.readTopic('delivery-attempts.dlq')).map(({ headers }) => headers['reason'] ?? '');
const waiting = async (story: OperationalStory): Promise<boolean> =>
  (await webhooks.count(`SELECT count(*) FROM delivery WHERE account_id = $1 AND kind = 'operational' AND status = 'pending'`, [
    story.account,
  ])) === 1;

let sender: App;

beforeAll(async () => {
  await bed.startApp('token-api');
  sender = await bed.startProcess('webhook-sender', OLDER);
});

describe('a webhook-sender that does not read operational events', () => {
  it('makes dead letters of them, sends the eleven to the same receiver, and its successor sends what dlq:replay returns', async () => {
    const story = await OperationalStory.begin(webhooks, ['receiver.failing', 'onOutForDelivery']);
    const { receiverId } = await story.add('other', { events: ['onCreated'] });
    await story.recordFailures([receiverId]);
    await waitFor(async () => (await letters()).length > 0, { what: 'a dead letter' });
    expect(await letters()).toEqual(['E_SCHEMA']);
    const event = await webhooks.send(story);
    await webhooks.untilStatus(event, 'delivered');
    expect(await waiting(story)).toBe(true);
    expect(story.told('receiver.failing')).toEqual([]);

    await sender.stop();
    sender = await bed.startProcess('webhook-sender');
    stdoutOf(await bed.runCommand(['dlq:replay', 'delivery-attempts', '--all']));
    await story.untilTold('receiver.failing');
    expect(story.entries('receiver.failing')).toMatchObject([{ receiverId, reason: 'errors' }]);
    expect(await letters()).toEqual(['E_SCHEMA']);
  });

  it('that takes over a receiver makes dead letters of what waits for it, also in the table', async () => {
    const story = await OperationalStory.begin(webhooks, ['receiver.failing', 'onOutForDelivery']);
    webhooks.receiver.behave(story.watch, { kind: 'answer', status: 429, headers: { 'retry-after': '600' } });
    await bed.database.query('UPDATE receiver SET max_per_second = 1 WHERE receiver_id = $1', [story.watcherId]);
    await webhooks.sendMany(story, 20);
    const { receiverId } = await story.add('other', { events: ['onCreated'] });
    await story.recordFailures([receiverId]);
    const inTable = `SELECT count(*) FROM delivery_backlog WHERE receiver_id = $1 AND message LIKE '%"operational"%'`;
    await waitFor(async () => (await webhooks.count(inTable, [story.watcherId])) === 1, { what: 'the operational attempt in the table' });
    await sender.kill('SIGKILL');
    webhooks.receiver.behave(story.watch, { kind: 'answer' });
    await bed.database.query('UPDATE receiver SET max_per_second = NULL WHERE receiver_id = $1', [story.watcherId]);
    sender = await bed.startProcess('webhook-sender', OLDER);
    await waitFor(() => webhooks.arrivedAt(story.watch) === 20, { what: 'all of the eleven' });
    await waitFor(async () => (await letters()).length > 1, { what: 'the dead letter' });

    await sender.stop();
    sender = await bed.startProcess('webhook-sender');
    stdoutOf(await bed.runCommand(['dlq:replay', 'delivery-attempts', '--all']));
    await story.untilTold('receiver.failing');
    await story.settled();
    expect(story.told('receiver.failing')).toHaveLength(1); // one attempt, from the topic or from the table
  });
});
