// tables consignment and event, read only: finds parcels of an account by tracking number, order number or client
import { Injectable } from '@nestjs/common';
import { normaliseTrackingNumber } from '#libs/contracts';
import { orderNoHash, trackingNumberHash } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { Terms } from '../paging/page.js';

/** The name of a parcel within an account. */
export interface ParcelName {
  readonly courier: string;
  /** Normalised, as in the key of the messages about the parcel. */
  readonly trackingNumber: string;
}

/** Chooses parcels of an account; at least one field is set. */
export interface ParcelChoice {
  readonly name?: ParcelName | undefined;
  readonly orderNo?: string | undefined;
  readonly client?: string | undefined;
  readonly destinationCountry?: string | undefined;
  readonly warehouse?: string | undefined;
}

interface ParcelQuery {
  readonly courier?: string;
  readonly trackingNumber?: string;
  readonly orderNo?: string;
  readonly client?: string;
}

/** ParcelPageDto makes sure that the query has both or neither. */
export const toParcelName = ({ courier, trackingNumber }: ParcelQuery): ParcelName | undefined =>
  courier === undefined || trackingNumber === undefined ? undefined : { courier, trackingNumber: normaliseTrackingNumber(trackingNumber) };

/** @returns undefined when the query chooses no parcels */
export function toParcelChoice(query: ParcelQuery): ParcelChoice | undefined {
  const choice = { name: toParcelName(query), orderNo: query.orderNo, client: query.client };
  return Object.values(choice).every((each) => each === undefined) ? undefined : choice;
}

export const TRACKING_NUMBER_IS = 'consignment.tracking_number = ?';
export const ORDER_NO_IS = 'consignment.order_no = ?';
/** The indexes have only the first 256 characters. A query text is shorter (MAX_SOUGHT_CHARS), so only the same whole text matches. */
export const CLIENT_IS = 'left(consignment.client, 256) = ?';
export const WAREHOUSE_IS = 'left(consignment.warehouse, 256) = ?';
export const COUNTRY_IS = 'consignment.destination_country = ?';

/** Adds the numbers, and their hashes, which are indexed. */
export const addNumbers = (terms: Terms, account: number, { trackingNumber, orderNo }: Numbers): Terms =>
  terms
    .add(`${trackingNumberHash('consignment.tracking_number')} = ${trackingNumberHash('?::text')}`, trackingNumber)
    .add(TRACKING_NUMBER_IS, trackingNumber)
    .add(`${orderNoHash('consignment.order_no', 'consignment.account_id')} = ${orderNoHash('?::text', '?::bigint')}`, orderNo, account)
    .add(ORDER_NO_IS, orderNo);

interface Numbers {
  /** Normalised. */
  readonly trackingNumber?: string | undefined;
  readonly orderNo?: string | undefined;
}

/** The most consignments that a query names by their ids. With more, the query checks the consignment of each row instead. */
const MOST_CONSIGNMENTS = 1000;
/** The most events that a query names by their ids. A parcel has about a dozen events. */
const MOST_EVENTS = 1000;

@Injectable()
export class ParcelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds every generation of a number. @returns undefined = too many to name */
  async consignmentIdsOf(account: number, choice: ParcelChoice): Promise<string[] | undefined> {
    const { name, orderNo, client, destinationCountry, warehouse } = choice;
    const terms = new Terms()
      .add('account_id = ?', account)
      .add('courier = ?', name?.courier)
      .add(CLIENT_IS, client)
      .add(COUNTRY_IS, destinationCountry)
      .add(WAREHOUSE_IS, warehouse);
    const { sql, parameters } = addNumbers(terms, account, { trackingNumber: name?.trackingNumber, orderNo }).toCondition();
    return this.upTo(MOST_CONSIGNMENTS, `SELECT consignment_id AS id FROM consignment WHERE ${sql}`, parameters);
  }

  /** @returns undefined = too many to name */
  async eventidsOf(account: number, choice: ParcelChoice): Promise<string[] | undefined> {
    const consignmentIds = await this.consignmentIdsOf(account, choice);
    if (consignmentIds === undefined || consignmentIds.length === 0) return consignmentIds;
    return this.upTo(MOST_EVENTS, 'SELECT eventid AS id FROM event WHERE consignment_id = ANY($1::uuid[])', [consignmentIds]);
  }

  private async upTo(most: number, select: string, parameters: readonly unknown[]): Promise<string[] | undefined> {
    const rows = await this.dataSource.query<{ id: string }[]>(`${select} LIMIT ${most + 1}`, [...parameters]);
    return rows.length > most ? undefined : rows.map(({ id }) => id);
  }
}

/** Adds terms that check the consignment of each row. */
export function addChoice(terms: Terms, table: 'event' | 'walked' | 'delivery', choice: ParcelChoice | undefined): Terms {
  if (!choice) return terms;
  const { name, orderNo, client } = choice;
  const ofConsignment = (condition: string): string =>
    `EXISTS (SELECT FROM consignment WHERE consignment.consignment_id = ${table}.consignment_id AND consignment.account_id = ${table}.account_id AND ${condition})`;
  return terms
    .add(ofConsignment('courier = ?'), name?.courier)
    .add(ofConsignment(TRACKING_NUMBER_IS), name?.trackingNumber)
    .add(ofConsignment(ORDER_NO_IS), orderNo)
    .add(ofConsignment(CLIENT_IS), client);
}
