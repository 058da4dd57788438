// tables delivery, delivery_attempt, receiver and delivery_overflow, read only: what they say of attempts that have just come
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { CLOSED_OF_WANTED, retainedSince, WANTED, wantedOf } from '../attempt/attempt-log.repository.js';

/** One row, and one statement for all: where nearly every message is a batch of its own, statements are most of what it costs. */
const STATE = prepared(`${WANTED}, closed AS (${CLOSED_OF_WANTED})
  SELECT (SELECT coalesce(json_agg(closed), '[]') FROM closed) AS closed,
    (SELECT coalesce(json_agg(json_build_object('receiverId', r.receiver_id, 'version', r.xmin::text)), '[]')
      FROM receiver r WHERE receiver_id IN (SELECT "receiverId" FROM wanted)) AS receivers`);

/** A test has a row while its former owner has it under way, and a parcel of its own that nothing else speaks of. */
const IN_FLIGHT_TESTS =
  'SELECT consignment_id AS "consignmentId" FROM delivery_overflow WHERE receiver_id = ANY($1) AND consignment_id = ANY($2)';

interface StateRow {
  readonly closed: readonly Pick<DeliveryAttempt, 'deliveryId' | 'round' | 'attempt'>[];
  readonly receivers: readonly { readonly receiverId: string; readonly version: string }[];
}

/** The stored state of the attempts in a batch. */
export interface IntakeState {
  /** Ids (`attemptId`) of those that were already made, whose delivery has ended, or that others make: they are neither made nor retried again. */
  readonly closed: ReadonlySet<string>;
  /** Receiver id → version of its row, which every change changes; one that was deleted is missing. */
  readonly versions: ReadonlyMap<string, string>;
}

/** Reads the stored state of a batch of attempts. */
@Injectable()
export class IntakeRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async stateOf(attempts: readonly DeliveryAttempt[]): Promise<IntakeState> {
    const [row] = await this.dataSource.query<[StateRow]>(STATE, [wantedOf(attempts), retainedSince(this.clock)]);
    const tests = attempts.filter(({ isTest }) => isTest);
    return {
      closed: new Set([...row.closed, ...(await this.inFlightTests(tests))].map(attemptId)),
      versions: new Map(row.receivers.map(({ receiverId, version }) => [receiverId, version])),
    };
  }

  private async inFlightTests(tests: readonly DeliveryAttempt[]): Promise<DeliveryAttempt[]> {
    if (tests.length === 0) return [];
    const ways = [tests.map(({ receiverId }) => receiverId), tests.map(({ consignmentId }) => consignmentId)];
    const rows = await this.dataSource.query<{ consignmentId: string }[]>(IN_FLIGHT_TESTS, ways);
    return tests.filter((test) => rows.some(({ consignmentId }) => consignmentId === test.consignmentId));
  }
}
