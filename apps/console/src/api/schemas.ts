import type { components } from '#libs/api-client';

export type Schemas = components['schemas'];
export type EventName = Schemas['Event']['event'];
/** An event that a receiver can name: one of the eleven, or an operational event. */
export type WebhookEventName = Schemas['Delivery']['event'];
export type TokenScope = Schemas['Token']['scope'];

/** Each scope includes the scopes before it. */
export const TOKEN_SCOPES: readonly TokenScope[] = ['read', 'write', 'generate'];
