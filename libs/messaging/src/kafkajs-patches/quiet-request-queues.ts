// kafkajs issues: tulios/kafkajs#1556 and #1704.
// Can go when: a kafkajs release stops its timer while no request is pending.

import { createRequire } from 'node:module';

/** The parts of kafkajs' queue of requests to one broker that are used here, of version 2.2.4. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Epoch ms; -1 = the broker asked for no pause. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

/** How often the queue looks while requests wait for the answers of others, as in kafkajs. */
const LOOK_MS = 10;

/**
 * kafkajs looks every millisecond whether held-back requests wait, as long as a connection lives (tulios/kafkajs#1556 and #1704, fixed in no release):
 * some eight hundred wake-ups a second, which cost an app a twelfth of a core. Its timer also gets negative times, about which Node warns
 * (TimeoutNegativeWarning). After this call, kafkajs looks only while requests wait. It holds for all clients of this process, whenever they were made.
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
