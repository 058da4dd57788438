import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import type { EventName, Schemas } from '../api/schemas.js';

export interface ParcelKey {
  readonly courier: string;
  readonly trackingNumber: string;
}

const EVERY_MS = 10_000;
const MOST = 200;

/** The parcel; null = the account has no record of it. */
export const useParcel = (path: ParcelKey) =>
  useQuery({
    queryKey: ['consignments', 'one', path],
    queryFn: async () => {
      try {
        return await answerOf(api.GET('/consignments/{courier}/{trackingNumber}', { params: { path } }));
      } catch (error) {
        if (error instanceof ApiFault && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: EVERY_MS,
  });

/** The explanation of the parcel. @param asked the event that did not come; absent = everything notable */
export const useExplanation = (path: ParcelKey, asked: { readonly event?: string; readonly receiverId?: string } = {}) =>
  useQuery({
    queryKey: ['consignments', 'explain', path, asked],
    queryFn: () => {
      const query = { ...asked, event: asked.event as EventName | undefined };
      return answerOf(api.GET('/consignments/{courier}/{trackingNumber}/explain', { params: { path, query } }));
    },
    refetchInterval: EVERY_MS,
  });

/** Each page is one request, which is repeated every 10 s. */
const MOST_PAGES = 10;

interface ParcelDeliveries {
  readonly deliveries: readonly Schemas['Delivery'][];
  /** Whether the oldest deliveries are missing. */
  readonly isCut: boolean;
}

/** The deliveries of the parcel, the newest 2,000 at most. */
export const useParcelDeliveries = (parcel: ParcelKey) =>
  useQuery({
    queryKey: ['deliveries', 'of-parcel', parcel],
    queryFn: () => loadDeliveries(parcel),
    refetchInterval: EVERY_MS,
  });

async function loadDeliveries(parcel: ParcelKey): Promise<ParcelDeliveries> {
  const deliveries: Schemas['Delivery'][] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { ...parcel, limit: MOST, ...(cursor !== null && { cursor }) };
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const answer: Schemas['DeliveryPage'] = await answerOf(api.GET('/deliveries', { params: { query } }));
    deliveries.push(...answer.deliveries);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return { deliveries, isCut: cursor !== null };
}

/** A delivery that was sent again, with its attempts. It is loaded again when `updatedAt` changes. */
export const useSentAgain = ({ deliveryId, round, updatedAt }: Schemas['Delivery']) =>
  useQuery({
    queryKey: ['deliveries', deliveryId, 'sent-again', updatedAt],
    queryFn: () => answerOf(api.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId } } })),
    enabled: round > 1,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

export const useParcelEvents = (consignmentId: string) =>
  useQuery({
    queryKey: ['events', 'of-parcel', consignmentId],
    queryFn: () => answerOf(api.GET('/events', { params: { query: { consignmentId, limit: MOST } } })),
    refetchInterval: EVERY_MS,
  });
