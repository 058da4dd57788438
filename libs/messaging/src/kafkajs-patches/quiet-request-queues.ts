// kafkajs issues: tulios/kafkajs#1556 and #1704.
// Can go when: a kafkajs release stops its timer while no request is pending.

import { createRequire } from 'node:module';

/** kafkajs' queue of requests to one broker, of version 2.2.4: what of it is used here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Epoch ms; -1 = the broker asked for no pause. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

/** While requests wait for others to be answered, as kafkajs does it. */
const LOOK_MS = 10;

/**
 * kafkajs looks every millisecond, for as long as a connection lives, whether requests wait that were held back, although none do
 * (tulios/kafkajs#1556 and #1704, mended in no release): some eight hundred wake-ups a second that cost an idle app a twelfth of a core, and a busy
 * one as much. From here on it looks while any wait. Holds for all clients of this process, whenever they were made.
 */
export function quietRequestQueues(): void {
  const queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as { prototype: RequestQueue };
  if (typeof queue.prototype.scheduleCheckPendingRequests !== 'function')
    throw new Error('kafkajs has another queue of requests than 2.2.4: look whether it still wakes up all the time');
  queue.prototype.scheduleCheckPendingRequests = function scheduleCheckPendingRequests(): void {
    if (this.pending.length === 0 || this.throttleCheckTimeoutId) return;
    const throttledForMs = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledForMs > 0 ? throttledForMs : LOOK_MS,
    );
  };
}
