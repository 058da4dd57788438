// tables event and delivery: finds the events of a period that a receiver wants but has no delivery for
import { Injectable } from '@nestjs/common';
import { deliveryIdOf, type EventName, FILTER_LISTS, type FilteredEvent, type ReceiverFilter, wants } from '#libs/contracts';
import { unpackJson } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import * as sql from './missing.statements.repository.js';
import { type BegunRound, MOST_COUNTED, MOST_SAMPLED, type Preview } from './redelivery.js';

export interface MissingQuery {
  readonly account: number;
  readonly receiverId: string;
  readonly filter: ReceiverFilter;
  readonly from: Date;
  readonly to: Date;
}

/** The last event that a walk has passed, in the order of creation. */
interface Place {
  /** To the microsecond, as the table keeps it. */
  readonly createdAt: string;
  readonly eventid: string;
}

interface EventRow extends Place {
  readonly event: EventName;
  readonly consignmentId: string;
  /** Packed; null = not requested. */
  readonly payload: Buffer | null;
  readonly hasDeliveries: boolean;
}

/** An event with the id that its delivery would have. */
type MissingEvent = Pick<EventRow, 'eventid' | 'event' | 'consignmentId' | 'createdAt'> & { readonly deliveryId: string };

interface Page {
  readonly missing: readonly MissingEvent[];
  /** undefined = no event follows. */
  readonly last: Place | undefined;
}

interface JobRow extends Omit<MissingQuery, 'filter'>, ReceiverFilter {
  readonly walkedTo: string | null;
  readonly walkedToId: string | null;
}

/** The most events that one statement reads. */
const PAGE = 1_000;
/** The most pages in one step of an order, because the transaction of the step locks the row of the order. */
const PAGES_OF_STEP = 5;
/** The most pages in a preview, because its caller waits. */
const PAGES_OF_PREVIEW = 20;

@Injectable()
export class MissingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts up to MOST_COUNTED, and reads a limited number of events. */
  async preview(query: MissingQuery): Promise<Preview> {
    const [{ to }] = await this.dataSource.query<[{ to: Date }]>(sql.COUNTED_TO, [query.from, query.to]);
    const found: MissingEvent[] = [];
    let last: Place | undefined;
    for (let pages = 0; pages < PAGES_OF_PREVIEW && found.length <= MOST_COUNTED; pages++) {
      const page = await this.page(this.dataSource.manager, query, last);
      found.push(...page.missing);
      last = page.last;
      if (!last) break;
    }
    const isExact = last === undefined && found.length <= MOST_COUNTED;
    return { count: Math.min(found.length, MOST_COUNTED), countIsExact: isExact, to, sample: await this.sampleOf(found) };
  }

  private async sampleOf(found: readonly MissingEvent[]): Promise<Preview['sample']> {
    const first = found.slice(0, MOST_SAMPLED);
    const ids = first.map(({ consignmentId }) => consignmentId);
    const parcels = await this.dataSource.query<(Parcel & { consignmentId: string })[]>(sql.PARCELS, [ids]);
    const parcelOf = new Map(parcels.map((parcel) => [parcel.consignmentId, parcel]));
    return first.map((event) => toSample(event, parcelOf.get(event.consignmentId) ?? NO_PARCEL));
  }

  /**
   * Inserts the next deliveries of an order, at most `limit`, and records them in the order. They begin with the second round, so that latencies
   * do not count a delivery on request. @returns undefined = no event is left
   */
  async begin(manager: EntityManager, redeliveryId: string, limit: number): Promise<BegunRound[] | undefined> {
    const [job] = await manager.query<JobRow[]>(sql.JOB, [redeliveryId]);
    if (!job) return undefined;
    const { missing, last } = await this.gather(manager, job, limit);
    if (!last) return undefined;
    const rounds = await manager.query<BegunRound[]>(sql.ENTER, [job.account, job.receiverId, JSON.stringify(missing)]);
    await manager.query(sql.WALKED, [redeliveryId, JSON.stringify(rounds), last.createdAt, last.eventid]);
    return rounds;
  }

  /** @returns `last` is undefined when no event is left */
  private async gather(manager: EntityManager, job: JobRow, limit: number): Promise<Page> {
    const query = { ...job, filter: job };
    const missing: MissingEvent[] = [];
    let last = job.walkedTo === null ? undefined : { createdAt: job.walkedTo, eventid: job.walkedToId ?? '' };
    let hasMoved = false;
    for (let pages = 0; pages < PAGES_OF_STEP && missing.length < limit; pages++) {
      const page = await this.page(manager, query, last);
      if (!page.last) break;
      hasMoved = true;
      last = page.last;
      missing.push(...page.missing);
    }
    if (missing.length <= limit) return { missing, last: hasMoved ? last : undefined };
    return { missing: missing.slice(0, limit), last: missing[limit - 1] };
  }

  private async page(manager: EntityManager, query: MissingQuery, after: Place | undefined): Promise<Page> {
    const place = [after?.createdAt ?? null, after?.eventid ?? null];
    const parameters = [query.account, query.from, query.to, ...place, PAGE, judgesContent(query.filter)];
    const rows = await manager.query<EventRow[]>(sql.PAGE, parameters);
    const wanted = rows.filter((row) => row.hasDeliveries && isWanted(row, query.filter)).map((row) => toMissing(row, query.receiverId));
    const settled = await manager.query<{ deliveryId: string }[]>(sql.SETTLED, [JSON.stringify(wanted)]);
    const settledIds = new Set(settled.map(({ deliveryId }) => deliveryId));
    return { missing: wanted.filter(({ deliveryId }) => !settledIds.has(deliveryId)), last: rows.at(-1) };
  }
}

const judgesContent = (filter: ReceiverFilter): boolean => FILTER_LISTS.some((list) => filter[list].length > 0);

/** Stands for the content of an event that was not read: a filter without lists reads only the name of the event. */
const UNREAD = { references: {} as FilteredEvent['references'], data: { delivery_location: '' } };

const isWanted = ({ event, payload }: EventRow, filter: ReceiverFilter): boolean =>
  wants(filter, payload ? unpackJson<FilteredEvent>(payload) : { ...UNREAD, event });

const toMissing = ({ eventid, event, consignmentId, createdAt }: EventRow, receiverId: string): MissingEvent => ({
  eventid,
  event,
  consignmentId,
  createdAt,
  deliveryId: deliveryIdOf(eventid, receiverId),
});

type Parcel = Pick<Preview['sample'][number], 'courier' | 'trackingNumber' | 'orderNo'>;

const NO_PARCEL: Parcel = { courier: null, trackingNumber: null, orderNo: null };

const toSample = (
  { eventid, event, createdAt, consignmentId }: MissingEvent,
  { courier, trackingNumber, orderNo }: Parcel,
): Preview['sample'][number] => ({
  eventid,
  event,
  createdAt: new Date(createdAt),
  deliveryId: null,
  consignmentId,
  courier,
  trackingNumber,
  orderNo,
});
