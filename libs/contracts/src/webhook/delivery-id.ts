import { uuidV5 } from '../uuid-v5.js';

/** The same event and receiver always give the same delivery id. */
export const deliveryIdOf = (eventid: string, receiverId: string): string => uuidV5(receiverId, eventid);
