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

/** null = the account has no record of it. */
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

/** @param asked the event that did not come; absent = what is notable */
export const useExplanation = (path: ParcelKey, asked: { readonly event?: string; readonly receiverId?: string } = {}) =>
  useQuery({
    queryKey: ['consignments', 'explain', path, asked],
    queryFn: () => {
      const query = { ...asked, event: asked.event as EventName | undefined };
      return answerOf(api.GET('/consignments/{courier}/{trackingNumber}/explain', { params: { path, query } }));
    },
    refetchInterval: EVERY_MS,
  });

/** The newest 200 deliveries of the parcel. */
export const useParcelDeliveries = (parcel: ParcelKey) =>
  useQuery({
    queryKey: ['deliveries', 'of-parcel', parcel],
    queryFn: () => answerOf(api.GET('/deliveries', { params: { query: { ...parcel, limit: MOST } } })),
    refetchInterval: EVERY_MS,
  });

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
