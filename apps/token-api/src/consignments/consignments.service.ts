import { Inject, Injectable } from '@nestjs/common';
import { normaliseTrackingNumber } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import type { ParcelName } from '../paging/parcel-name.js';
import { type ConsignmentView, toConsignmentView } from './consignment-view.js';
import { ConsignmentsRepository } from './consignments.repository.js';

@Injectable()
export class ConsignmentsService {
  constructor(@Inject(ConsignmentsRepository) private readonly consignments: ConsignmentsRepository) {}

  /** The parcel that has the number now; earlier ones under the same number are found by their events. */
  async find(account: number, { courier, trackingNumber }: ParcelName): Promise<ConsignmentView> {
    const parcel = { courier, trackingNumber: normaliseTrackingNumber(trackingNumber) };
    const found = isStorable(parcel) ? await this.consignments.find(account, parcel) : undefined;
    if (!found) throw ApiError.of('notFound', { attr: 'trackingNumber' });
    return toConsignmentView(found.consignment, found.scans, found.events);
  }
}

/** What PostgreSQL cannot take as text names nothing. */
const isStorable = ({ courier, trackingNumber }: ParcelName): boolean => !`${courier}${trackingNumber}`.includes('\0');
