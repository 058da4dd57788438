import type { KafkaRecord } from '../kafka.js';

/** A property that no producer can write. */
const WHY = Symbol('why the batch is unread');

/** Marks the record that stands for an unreadable batch. It has the last offset of the batch, and the bytes of the batch as its value. */
export const asPlaceholder = <T extends object>(record: T, why: string): T => Object.assign(record, { [WHY]: why });

export const whyUnread = (record: KafkaRecord): string | undefined => (record as { readonly [WHY]?: string })[WHY];

/** The reason of the dead letter of an unreadable batch. */
export const UNREAD_BATCH = 'E_BATCH';
