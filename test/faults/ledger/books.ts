import type { Cluster } from '../cluster/cluster.js';
import type { FaultReceiver } from '../cluster/receivers.js';
import type { PastFault } from '../fault-runner.js';
import type { BadMessage } from '../load/cohort.js';
import { ATTEMPTS_SQL, type AttemptRow, DELIVERIES_SQL, type DeliveryRow } from '../../support/delivery-ledger.js';
import { type ModelEvent, toComparable } from '../../support/simple-model-event.js';
import { type IncomingMessage, readTopic } from '../../support/topics.js';
import { eventsIn } from '../../builders/tracking-event.js';

/** Everything that is compared: what was published, what must follow, and what followed. */
export interface Books {
  readonly expected: readonly ModelEvent[];
  readonly bad: readonly BadMessage[];
  readonly faults: readonly PastFault[];
  /** The content of topic events, repeats included. */
  readonly told: readonly ModelEvent[];
  /** Dead letters by topic. */
  readonly deadLetters: ReadonlyMap<string, readonly IncomingMessage[]>;
  readonly consignmentIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly deliveries: readonly DeliveryRow[];
  readonly attempts: readonly AttemptRow[];
  readonly receivers: readonly FaultReceiver[];
  readonly receiverOf: ReadonlyMap<string, FaultReceiver>;
  readonly retryDelayMs: number;
}

const DEAD = ['scans', 'records', 'events', 'delivery-attempts', 'delivery-retries'];

export async function readBooks(cluster: Cluster, known: Pick<Books, 'expected' | 'bad' | 'faults'>): Promise<Books> {
  const { database, topicPrefix, receivers, receiverOf, scale } = cluster;
  const messages = await readTopic(`${topicPrefix}events`);
  const deadLetters = new Map<string, IncomingMessage[]>();
  for (const topic of DEAD) deadLetters.set(topic, await readTopic(`${topicPrefix}${topic}.dlq`));
  const [consignments, events, deliveries, attempts] = await Promise.all([
    database.query<{ id: string }>('SELECT consignment_id AS id FROM consignment'),
    database.query<{ id: string }>('SELECT eventid AS id FROM event'),
    database.query<DeliveryRow>(DELIVERIES_SQL),
    database.query<AttemptRow>(ATTEMPTS_SQL),
  ]);
  return {
    ...known,
    told: eventsIn(messages).map(toComparable),
    deadLetters,
    consignmentIds: consignments.map(({ id }) => id),
    eventIds: events.map(({ id }) => id),
    deliveries,
    attempts,
    receivers: receivers.all,
    receiverOf,
    retryDelayMs: scale.retryDelayMs,
  };
}
