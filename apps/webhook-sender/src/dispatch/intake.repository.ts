// reads tables delivery, delivery_attempt, receiver and delivery_overflow: the state of attempts that have just arrived
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { CLOSED_OF_WANTED, retainedSince, WANTED, wantedOf } from '../attempt/attempt-log.repository.js';
import type { NewAttempt } from '../queue/queued-attempt.js';
import { ReceiverCache } from '../receivers/receiver-cache.service.js';

/** One statement that returns one row: at low load nearly every message is its own batch, and statements dominate its cost. */
const STATE = prepared(`${WANTED}, closed AS (${CLOSED_OF_WANTED})
  SELECT (SELECT coalesce(json_agg(closed), '[]') FROM closed) AS closed,
    (SELECT coalesce(json_agg(json_build_object('receiverId', r.receiver_id, 'version', r.xmin::text)), '[]')
      FROM receiver r WHERE receiver_id IN (SELECT "receiverId" FROM wanted)) AS receivers`);

/** A test has a row while its former owner has it in flight. The test's parcel is its own, so the parcel identifies the test. */
const IN_FLIGHT_TESTS =
  'SELECT consignment_id AS "consignmentId" FROM delivery_overflow WHERE receiver_id = ANY($1) AND consignment_id = ANY($2)';

interface StateRow {
  readonly closed: readonly Pick<DeliveryAttempt, 'deliveryId' | 'round' | 'attempt'>[];
  readonly receivers: readonly { readonly receiverId: string; readonly version: string }[];
}

/** The receiver of an attempt, as configured now. */
type Intake = Pick<NewAttempt, 'receiver' | 'receiverReadAtMs'>;

/** Looks up attempts that have just arrived. */
@Injectable()
export class IntakeRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly receivers: ReceiverCache,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the attempts that are still to be made, with their receivers as configured now. Leaves out attempts that were already made,
   * whose delivery has ended, or that another process makes.
   * @throws when the database is down
   */
  async openOf(attempts: readonly DeliveryAttempt[]): Promise<Map<DeliveryAttempt, Intake>> {
    const receiverReadAtMs = this.clock.steadyMs();
    const [row] = await this.dataSource.query<[StateRow]>(STATE, [wantedOf(attempts), retainedSince(this.clock)]);
    const tests = await this.inFlightTests(attempts.filter(({ isTest }) => isTest));
    const closed = new Set([...row.closed, ...tests].map(attemptId));
    const versions = new Map(row.receivers.map(({ receiverId, version }) => [receiverId, version]));
    const receivers = await this.receivers.endpointsOf(versions, receiverReadAtMs);
    const open = attempts.filter((attempt) => !closed.has(attemptId(attempt)));
    return new Map(open.map((attempt) => [attempt, { receiver: receivers.get(attempt.receiverId), receiverReadAtMs }]));
  }

  private async inFlightTests(tests: readonly DeliveryAttempt[]): Promise<DeliveryAttempt[]> {
    if (tests.length === 0) return [];
    const ways = [tests.map(({ receiverId }) => receiverId), tests.map(({ consignmentId }) => consignmentId)];
    const rows = await this.dataSource.query<{ consignmentId: string }[]>(IN_FLIGHT_TESTS, ways);
    return tests.filter((test) => rows.some(({ consignmentId }) => consignmentId === test.consignmentId));
  }
}
