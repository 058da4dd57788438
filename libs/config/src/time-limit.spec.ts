import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { standStill } from '../../../test/support/stand-still.js';
import { timeLimit } from './time-limit.js';

const LIMIT_MS = 20;

describe('a time limit', () => {
  let server: Server;
  let near: Socket;
  let far: Socket;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    near = connect((server.address() as AddressInfo).port, '127.0.0.1');
    [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [[Socket], unknown];
  });

  // Each test begins where the timers come next.
  beforeEach(() => turn());

  afterAll(() => {
    [near, far, server].forEach((each) => ('destroy' in each ? each.destroy() : each.close()));
  });

  it('is over after what came in time was read, though this process stood still meanwhile', async () => {
    const seen: string[] = [];
    near.once('data', () => seen.push('answer'));
    far.write('answer');
    const over = new Promise<void>((resolve) => timeLimit(LIMIT_MS, resolve));
    standStill(2 * LIMIT_MS);
    await over.then(() => seen.push('over'));
    expect(seen).toEqual(['answer', 'over']);
  });

  it('that what came in time ends is never over', async () => {
    const seen: string[] = [];
    const end = timeLimit(LIMIT_MS, () => seen.push('over'));
    near.once('data', () => end());
    far.write('answer');
    standStill(2 * LIMIT_MS);
    await once(near, 'data');
    await turn();
    expect(seen).toEqual([]);
  });

  it('can end before its time', async () => {
    const seen: string[] = [];
    timeLimit(LIMIT_MS, () => seen.push('ended'))();
    await new Promise<void>((resolve) => timeLimit(LIMIT_MS, resolve));
    expect(seen).toEqual([]);
  });
});
