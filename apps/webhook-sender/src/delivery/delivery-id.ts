import { uuidV5 } from '#libs/contracts';

/** One event for one receiver: the same pair is the same delivery, for ever (design, invariant 2). */
export const deliveryId = (eventid: string, receiverId: string): string => uuidV5(receiverId, eventid);
