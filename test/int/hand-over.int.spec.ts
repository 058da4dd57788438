import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** Partitions move between running instances under load: two instances join, one after the other, and one leaves. */

const CONSIGNMENTS = 100;
const EVENTS_OF_EACH = 10;
const RECEIVERS = 4;
const bed = useTestBed({ partitions: 6 });

/** Keeps enough webhooks in flight and waiting at any moment, while instances join and leave. */
async function slowReceivers(): Promise<TestReceiver> {
  const receiver = await bed.startReceiver();
  for (let index = 0; index < RECEIVERS; index++) {
    receiver.behave(`/${index}`, { kind: 'answer', delayMs: 100 });
    await insertReceiver(bed.database, { account: 1, url: receiver.url(`/${index}`) });
  }
  return receiver;
}

/** An owner that stalls for 8 s during a move counts as gone, and its POSTs may come twice. The machine must not decide whether one stalls. */
const NEVER_SILENT = `
  CREATE FUNCTION never_silent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.seen_at := now() + interval '1 hour'; RETURN NEW; END $$;
  CREATE TRIGGER never_silent BEFORE INSERT OR UPDATE ON attempt_partition FOR EACH ROW EXECUTE FUNCTION never_silent()`;

const eventIds = (receiver: TestReceiver, index: number): string[] =>
  receiver.requests(`/${index}`).flatMap(({ eventid }) => eventid ?? []);

describe('partitions that move between running instances', () => {
  it('repeat no POST, lose none, and keep the order of every consignment', async () => {
    await bed.database.query(NEVER_SILENT);
    const receiver = await slowReceivers();
    const consignments = Array.from({ length: CONSIGNMENTS }, () => randomUUID());
    const events = Array.from({ length: CONSIGNMENTS * EVENTS_OF_EACH }, (_, index) =>
      trackingEvent({ account: 1, consignmentId: consignments[index % CONSIGNMENTS]! }),
    );
    const arrived = (part: number): Promise<unknown> =>
      waitFor(() => receiver.requests().length >= part * RECEIVERS * events.length, { what: `${part} of all webhooks` });

    const first = await bed.startApp('webhook-sender');
    await bed.publish('events', events.map(eventMessage));
    await arrived(0.1);
    await bed.startApp('webhook-sender');
    await arrived(0.3);
    await bed.startApp('webhook-sender');
    await arrived(0.5);
    await first.stop();
    await arrived(1);
    const open = `SELECT 1 FROM delivery WHERE status = 'pending' LIMIT 1`;
    await waitFor(async () => (await bed.database.query(open)).length === 0, { what: 'no delivery open' });

    for (let index = 0; index < RECEIVERS; index++) {
      const got = eventIds(receiver, index);
      expect({ posts: got.length, events: new Set(got).size }).toEqual({ posts: events.length, events: events.length });
      for (const consignmentId of consignments) {
        const published = events.filter((event) => event.consignmentId === consignmentId).map(({ payload }) => payload.eventid);
        const ofIt = new Set(published);
        expect(got.filter((id) => ofIt.has(id))).toEqual(published);
      }
    }
  });
});
