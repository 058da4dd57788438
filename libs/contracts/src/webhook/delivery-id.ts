import { uuidV5 } from '../uuid-v5.js';

/** The same event and receiver are the same delivery, for ever. */
export const deliveryIdOf = (eventid: string, receiverId: string): string => uuidV5(receiverId, eventid);
