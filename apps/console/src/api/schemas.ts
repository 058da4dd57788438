import type { components } from '#libs/api-client';

export type Schemas = components['schemas'];
export type EventName = Schemas['Event']['event'];
/** What a receiver can name: the eleven, and operational events. */
export type WebhookEventName = Schemas['Delivery']['event'];
export type TokenScope = Schemas['Token']['scope'];

/** Each includes the ones before. */
export const TOKEN_SCOPES: readonly TokenScope[] = ['read', 'write', 'generate'];
