import { Injectable } from '@nestjs/common';
import { normaliseTrackingNumber, type RetailerRecord } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { toPage } from '../paging/page.js';
import type { ParcelName } from './parcels.repository.js';
import type { ConsignmentFilter, ConsignmentPage, ListedConsignment } from './consignment-list.dto.js';
import { ConsignmentListRepository, type ListedRow } from './consignment-list.repository.js';
import type { ConsignmentView } from './consignments.dto.js';
import { statusOf, toConsignmentView } from './consignment-view.js';
import { type RecordWarning, recordWarnings } from './record-warnings.js';
import { ConsignmentsRepository } from './consignments.repository.js';

@Injectable()
export class ConsignmentsService {
  constructor(
    private readonly consignments: ConsignmentsRepository,
    private readonly lists: ConsignmentListRepository,
  ) {}

  async list(filter: ConsignmentFilter): Promise<ConsignmentPage> {
    const rows = await this.lists.list({ ...filter, limit: filter.limit + 1 });
    const page = toPage(rows, { list: 'consignments', limit: filter.limit, idOf: ({ placeId }) => placeId });
    return { consignments: page.rows.map(toListed), nextCursor: page.nextCursor };
  }

  /** Returns the parcel that has the number now. Earlier parcels of the number are found by their events. */
  async find(account: number, { courier, trackingNumber }: ParcelName): Promise<ConsignmentView> {
    const parcel = { courier, trackingNumber: normaliseTrackingNumber(trackingNumber) };
    if (!isStorable(parcel)) throw unknown(0);
    const found = await this.consignments.find(account, parcel);
    if (!found) throw unknown(await this.consignments.countOwnParked(account, parcel));
    return toConsignmentView(found.consignment, found.scans, found.events);
  }

  /** Returns warnings of what may still happen to an accepted record. */
  async warningsOf(record: RetailerRecord): Promise<RecordWarning[]> {
    return recordWarnings(record, await this.consignments.standingOf(record.account, record));
  }
}

function toListed(row: ListedRow): ListedConsignment {
  const { createdAtText: _, placeId: __, found: ___, state, ...rest } = row;
  const { isReturn, isCancelled } = state.record;
  const expectedDelivery = state.expectedDelivery?.value ?? null;
  return { ...rest, ...statusOf(state), expectedDelivery, isReturn, isCancelled };
}

/** @param waiting the number of the account's own scans that wait for the record of the parcel */
function unknown(waiting: number): ApiError {
  const ofYours = waiting === 1 ? '1 scan of yours waits' : `${waiting} scans of yours wait`;
  return ApiError.of('notFound', {
    attr: 'trackingNumber',
    ...(waiting > 0 && {
      detail: `Not found. ${ofYours} for the record of this parcel. Send the record with PUT /consignments; it needs a valid links.tracking_link unless the tracking page of the courier is known.`,
    }),
  });
}

/** False when PostgreSQL cannot store the text: then no parcel has the name. */
export const isStorable = ({ courier, trackingNumber }: ParcelName): boolean => !`${courier}${trackingNumber}`.includes('\0');
