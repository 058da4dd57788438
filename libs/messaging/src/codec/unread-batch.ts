import type { KafkaMessage } from 'kafkajs';

/** A property that no producer can write. */
const WHY = Symbol('why it was not read');

/** The replacement of a batch that cannot be read: one message with the offset of its last, and the bytes as they came. */
export const asPlaceholder = <T extends object>(message: T, why: string): T => Object.assign(message, { [WHY]: why });

export const whyUnread = (message: KafkaMessage): string | undefined => (message as { readonly [WHY]?: string })[WHY];

/** Reason of its dead letter. */
export const UNREAD_BATCH = 'E_BATCH';
