import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { standStill } from '../../../../test/support/stand-still.js';
import { Exchange } from './exchange.client.js';

const DEADLINE_MS = 20;

it('an answer that came before the deadline counts, though this process stood still meanwhile', async () => {
  const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
  const { port1, port2 } = new MessageChannel();
  await turn(); // The timers come next.
  const exchange = new Exchange(DEADLINE_MS, () => undefined);
  exchange.onRequestStart(controller);
  const came = once(port1, 'message').then(() => {
    exchange.onResponseStart(controller, 202, {});
    exchange.onResponseEnd();
  });
  port2.postMessage('the answer comes');
  standStill(2 * DEADLINE_MS);
  await came;
  expect((await exchange.answer).httpStatus).toBe(202);
  port1.close();
});
