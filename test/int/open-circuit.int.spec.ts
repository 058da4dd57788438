// A customer with a hanging receiver asks "Where is my webhook?", and the API alone must answer.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const EVENTS = 40;
const bed = useTestBed({ env: { PROBE_INTERVAL_MS: '2000', RETRY_DELAY_MS: '600000' } });
let receiverId: string;
let hanging: TestReceiver;
let owner: AxiosInstance;
let stranger: AxiosInstance;

interface Delivery {
  readonly deliveryId: string;
  readonly status: string;
  readonly nextAttemptAt: string | null;
  readonly waitingFor: string | null;
}
interface Circuit {
  readonly openSince: string;
  readonly nextProbeAt: string;
  readonly waiting: number;
}

beforeAll(async () => {
  const [one, two] = await Promise.all([bed.createAccountAndToken({ user: 1, scope: 'read' }), bed.createAccountAndToken({ user: 2 })]);
  hanging = await bed.startReceiver();
  hanging.behave('/', { kind: 'hang' });
  receiverId = await insertReceiver(bed.database, { account: 1, url: hanging.url('/'), timeoutMs: 1_000 });
  const [{ url }] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
  [owner, stranger] = [api(url, one), api(url, two)];
});

const circuitOf = async (id: string): Promise<Circuit | null> =>
  (await owner.get<{ circuit: Circuit | null }>(`/receivers/${id}`)).data.circuit;
const deliveries = async (): Promise<Delivery[]> =>
  (await owner.get<{ deliveries: Delivery[] }>('/deliveries', { params: { receiverId, limit: 100 } })).data.deliveries;

describe('a receiver that hangs', () => {
  it('is shown with its open circuit, which is also the reason that waiting deliveries give', async () => {
    expect(await circuitOf(receiverId)).toBeNull();
    const events = Array.from({ length: EVENTS }, () => trackingEvent({ account: 1 }));
    await bed.publish('events', events.map(eventMessage));
    const circuit = await waitFor(
      async () => {
        const found = await circuitOf(receiverId);
        return found !== null && found.waiting > EVENTS / 2 ? found : undefined;
      },
      { what: 'the open circuit' },
    );
    expect(Date.parse(circuit.nextProbeAt)).toBeGreaterThan(Date.parse(circuit.openSince));
    const all = await deliveries();
    expect(all).toHaveLength(EVENTS);
    expect(new Set(all.map(({ waitingFor }) => waitingFor))).toEqual(new Set(['circuit', 'retry']));
    const stuck = all.find(({ waitingFor }) => waitingFor === 'circuit');
    expect(stuck).toMatchObject({ status: 'pending', waitingFor: 'circuit' });
    expect(Date.parse(stuck!.nextAttemptAt!)).toBeLessThan(Date.now());
    const { data } = await owner.get<Delivery>(`/deliveries/${stuck!.deliveryId}`);
    expect(data).toMatchObject({ waitingFor: 'circuit', attempts: [] });
    expect((await stranger.get(`/receivers/${receiverId}`)).status).toBe(404);
  });

  it('has no open circuit when it answers again, and only retries still wait', async () => {
    const [{ openSince }] = [(await circuitOf(receiverId))!];
    expect((await circuitOf(receiverId))!.openSince).toBe(openSince);
    hanging.behave('/', { kind: 'answer' });
    await waitFor(async () => (await circuitOf(receiverId)) === null, { what: 'the closed circuit' });
    await waitFor(async () => (await deliveries()).every(({ status, waitingFor }) => status === 'delivered' || waitingFor === 'retry'));
    expect((await deliveries()).find(({ status }) => status === 'delivered')?.waitingFor).toBeNull();
  });
});

describe('an open circuit that a sender has reported', () => {
  it('is not shown when the sender is gone, or no longer owns the receiver', async () => {
    let partition = 9_000;
    const told = async ({ seen, epoch }: { seen: string; epoch: number }): Promise<string> => {
      const id = await insertReceiver(bed.database, { account: 1, url: hanging.url('/left') });
      partition += 1;
      await bed.database.query(
        `INSERT INTO attempt_partition (partition, epoch, owner, seen_at) VALUES ($1, 2, gen_random_uuid(), now() - $2::interval)`,
        [partition, seen],
      );
      await bed.database.query(
        `INSERT INTO receiver_queue (receiver_id, account_id, partition, epoch, circuit_opened_at, probe_at)
         VALUES ($1, 1, $2, $3, now() - interval '1 hour', now())`,
        [id, partition, epoch],
      );
      return id;
    };
    expect(await circuitOf(await told({ seen: '5 seconds', epoch: 2 }))).toMatchObject({ waiting: 0 });
    expect(await circuitOf(await told({ seen: '30 seconds', epoch: 2 }))).toBeNull();
    expect(await circuitOf(await told({ seen: '5 seconds', epoch: 1 }))).toBeNull();
  });
});
