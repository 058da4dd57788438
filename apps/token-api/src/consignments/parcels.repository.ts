// tables consignment and event, read only: what an account has under a courier's tracking number
import { Injectable } from '@nestjs/common';
import { normaliseTrackingNumber } from '#libs/contracts';
import { DataSource } from 'typeorm';

/** What names a parcel inside an account. */
export interface ParcelName {
  readonly courier: string;
  /** Normalised, as the key of its messages is. */
  readonly trackingNumber: string;
}

/** Both are given, or neither (ParcelPageDto). */
export const toParcelName = ({ courier, trackingNumber }: { courier?: string; trackingNumber?: string }): ParcelName | undefined =>
  courier === undefined || trackingNumber === undefined ? undefined : { courier, trackingNumber: normaliseTrackingNumber(trackingNumber) };

/** A parcel has a dozen events; more than this is abuse, and the oldest are left out. */
const MOST_EVENTS = 1000;

@Injectable()
export class ParcelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Every generation of the number. */
  async consignmentIdsOf(account: number, { courier, trackingNumber }: ParcelName): Promise<string[]> {
    const rows = await this.dataSource.query<{ consignmentId: string }[]>(
      'SELECT consignment_id AS "consignmentId" FROM consignment WHERE courier = $1 AND tracking_number = $2 AND account_id = $3',
      [courier, trackingNumber, account],
    );
    return rows.map(({ consignmentId }) => consignmentId);
  }

  async eventidsOf(account: number, parcel: ParcelName): Promise<string[]> {
    const consignmentIds = await this.consignmentIdsOf(account, parcel);
    if (consignmentIds.length === 0) return [];
    const rows = await this.dataSource.query<{ eventid: string }[]>(
      'SELECT eventid FROM event WHERE consignment_id = ANY($1::uuid[]) ORDER BY created_at DESC LIMIT $2',
      [consignmentIds, MOST_EVENTS],
    );
    return rows.map(({ eventid }) => eventid);
  }
}
