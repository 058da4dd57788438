// The search: an id leads to one thing, any other text to parcels.
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { foundParcels, isUuid, type Found } from './found.js';

export type { Found } from './found.js';

export async function find(q: string): Promise<Found> {
  const byId = isUuid(q) ? ((await deliveryOf(q)) ?? (await parcelOfEvent(q)) ?? (await deliveryOfTest(q))) : undefined;
  if (byId !== undefined) return byId;
  const { consignments } = await answerOf(api.GET('/consignments', { params: { query: { q, limit: 200 } } }));
  return foundParcels(consignments);
}

async function deliveryOf(deliveryId: string): Promise<Found | undefined> {
  const delivery = await unlessMissing(answerOf(api.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId } } })));
  return delivery && { kind: 'delivery', deliveryId };
}

async function parcelOfEvent(eventid: string): Promise<Found | undefined> {
  const event = await unlessMissing(answerOf(api.GET('/events/{eventid}', { params: { path: { eventid } } })));
  if (event === undefined) return undefined;
  // the payload has one type for each event, and all types have these two fields
  const { courier, tracking_number } = event.payload.references as unknown as Schemas['References'];
  return { kind: 'parcel', courier, trackingNumber: tracking_number, eventid };
}

/** A test event has a delivery and no parcel. */
async function deliveryOfTest(eventid: string): Promise<Found | undefined> {
  const { deliveries } = await answerOf(api.GET('/deliveries', { params: { query: { eventid, limit: 1 } } }));
  const [delivery] = deliveries;
  return delivery && { kind: 'delivery', deliveryId: delivery.deliveryId };
}

/** Returns undefined if the API answers 404. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiFault && error.status === 404) return undefined;
    throw error;
  }
}
