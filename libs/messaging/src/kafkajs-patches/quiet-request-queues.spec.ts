import { createRequire } from 'node:module';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { quietRequestQueues } from './quiet-request-queues.js';

interface Queue {
  readonly throttleCheckTimeoutId: unknown;
  readonly inflight: ReadonlyMap<number, unknown>;
  maybeThrottle(ms: number): void;
  checkPendingRequests(): void;
  fulfillRequest(response: object): void;
  push(request: object): void;
  destroy(): void;
}
const QueueOfKafkajs = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as new (options: object) => Queue;

const NOTHING = (): void => undefined;
const LOGGER = { debug: NOTHING, warn: NOTHING, error: NOTHING, info: NOTHING };
const entry = (correlationId: number): object => ({
  correlationId,
  resolve: NOTHING,
  reject: NOTHING,
  apiKey: 0,
  apiName: 'x',
  apiVersion: 0,
});

describe('the queue of requests to a broker', () => {
  let queue: Queue;
  let sent: number[];
  let onSent: (() => void) | undefined;

  beforeAll(quietRequestQueues);
  beforeEach(() => {
    sent = [];
    onSent = undefined;
    const limits = { maxInFlightRequests: 1, requestTimeout: 1000, enforceRequestTimeout: false };
    queue = new QueueOfKafkajs({ ...limits, clientId: 'c', broker: 'b', logger: LOGGER, isConnected: () => true });
  });

  function push(correlationId: number): void {
    const sendRequest = (): void => {
      sent.push(correlationId);
      onSent?.();
    };
    queue.push({ entry: entry(correlationId), expectResponse: true, sendRequest });
  }

  it('has no timer while no request waits', () => {
    push(1);
    queue.checkPendingRequests();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends the next request when the previous one is answered', () => {
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    queue.fulfillRequest({ correlationId: 1, payload: {}, size: 0 });
    expect(sent).toEqual([1, 2]);
    queue.destroy();
  });

  it('sends the next request when a pause of the broker is over, although nothing else happens', async () => {
    queue.maybeThrottle(30);
    const gone = new Promise<void>((resolve) => (onSent = resolve));
    push(1);
    expect(sent).toEqual([]);
    await gone;
    expect(sent).toEqual([1]);
  });
});
