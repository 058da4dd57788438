import { describe, expect, it } from '@jest/globals';
import { GROUPS, type TrackingEvent } from '#libs/contracts';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { useSenderBed } from '../support/sender-bed.js';
import { KILLED, useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

/** Space for about 170 events of one account. */
const SMALL_ROOM = { MAX_WAITING_EVENTS_MIB: '1' };
/** Seconds of work for one process. */
const [RECEIVERS, FEWER_RECEIVERS, CONSIGNMENTS] = [20, 10, 10];
const [EVENTS, FEWER_EVENTS] = [500, 300];
const QUIET_EVENTS = 5;
/** Each check counts thousands of rows. */
const LOOK_MS = 250;

const bed = useTestBed({ env: { ...SMALL_ROOM, ...KILLED } });
const webhooks = useSenderBed(bed);

/** An account with many receivers, and more events for each of them than fit into memory. */
class Noisy {
  readonly account = webhooks.newAccount();
  private readonly places: readonly string[];
  private events: TrackingEvent[] = [];

  constructor(receivers: number) {
    this.places = Array.from({ length: receivers }, (_, number) => `/${this.account}/${number}`);
  }

  async publish(count: number): Promise<void> {
    for (const place of this.places) await webhooks.addReceiver(place, { account: this.account });
    const { account } = this;
    const consignmentIds = Array.from({ length: CONSIGNMENTS }, () => trackingEvent({ account }).consignmentId);
    this.events = Array.from({ length: count }, (_, index) =>
      trackingEvent({ account, consignmentId: consignmentIds[index % CONSIGNMENTS]! }),
    );
    await bed.publish('events', this.events.map(eventMessage));
  }

  /** Counts the account's deliveries: all, or only delivered ones. */
  deliveries(status: 'any' | 'delivered'): Promise<number> {
    return webhooks.count("SELECT count(*) FROM delivery WHERE account_id = $1 AND ($2 = 'any' OR status = $2)", [this.account, status]);
  }

  async untilAllHaveArrived(): Promise<void> {
    const all = async (): Promise<boolean> => (await this.deliveries('delivered')) === this.places.length * this.events.length;
    await waitFor(all, { everyMs: LOOK_MS, what: 'all webhooks of the noisy account' });
    const committed = async (): Promise<boolean> => (await lagOf(bed.topicPrefix + GROUPS.events.name, `${bed.topicPrefix}events`)) === 0;
    await waitFor(committed, { everyMs: LOOK_MS, what: 'all events to be committed' });
  }

  /** Returns the webhooks that each receiver got and should get, consignment by consignment. */
  orders(): { readonly got: string[][]; readonly published: string[][] } {
    const byConsignment = (ids: readonly string[]): string[] => {
      const consignmentOf = new Map(this.events.map(({ consignmentId, payload }) => [payload.eventid, consignmentId]));
      return ids.toSorted((a, b) => consignmentOf.get(a)!.localeCompare(consignmentOf.get(b)!));
    };
    const published = byConsignment(this.events.map(({ payload }) => payload.eventid));
    return { got: this.places.map((place) => byConsignment(webhooks.postedTo(place))), published: this.places.map(() => published) };
  }
}

describe('an account with more events than fit into memory', () => {
  it('delays no other account; its events are read again later, and each becomes its webhooks once and in order', async () => {
    const sender = await bed.startApp('webhook-sender');
    const noisy = new Noisy(RECEIVERS);
    await noisy.publish(EVENTS);
    await waitFor(async () => ((await sender.metric('events_waiting')) ?? 0) > 100, {
      what: 'as many waiting events as fit into memory',
    });

    const quiet = await webhooks.addReceiver('/quiet');
    await webhooks.sendMany(quiet, QUIET_EVENTS);
    await waitFor(() => webhooks.arrivedAt('/quiet') === QUIET_EVENTS, { what: 'the webhooks of the quiet account' });
    expect(await noisy.deliveries('any')).toBeLessThan((RECEIVERS * EVENTS) / 2); // This many events were neither in memory nor done.

    await noisy.untilAllHaveArrived();
    const { got, published } = noisy.orders();
    expect(got).toEqual(published);
    expect(webhooks.postedTo('/quiet')).toHaveLength(QUIET_EVENTS);
    await sender.stop();
  });

  it('loses no event when its sender is killed and two others share its partitions', async () => {
    const sender = await bed.startProcess('webhook-sender', { KAFKA_SESSION_TIMEOUT_MS: '3000' });
    const noisy = new Noisy(FEWER_RECEIVERS);
    await noisy.publish(FEWER_EVENTS);
    await waitFor(async () => (await noisy.deliveries('any')) > 0, { what: 'the first webhooks of the noisy account' });
    await sender.kill('SIGKILL');
    await Promise.all([bed.startApp('webhook-sender'), bed.startApp('webhook-sender')]);
    await noisy.untilAllHaveArrived();
  });
});
