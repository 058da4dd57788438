import { describe, expect, it } from '@jest/globals';
import { Agent, request } from 'node:https';
import { readFileSync } from 'node:fs';
import { TOPICS } from '#libs/contracts';
import { receiverCaFile, type TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

describe('the test bed', () => {
  const bed = useTestBed();

  it('gives a migrated database of its own', async () => {
    const rows = await bed.database.query<{ ok: number }>('SELECT 1 AS ok FROM api_token RIGHT JOIN (SELECT 1) AS one ON true');
    expect(rows).toEqual([{ ok: 1 }]);
  });

  it('reads from a topic exactly the published messages, to its end and no further', async () => {
    expect(await bed.readTopic(TOPICS.scans.name)).toEqual([]);
    await bed.publish(TOPICS.scans.name, [
      { key: 'a', value: { n: 1 }, headers: { traceparent: 'x' } },
      { key: 'a', value: { n: 2 } },
      { key: 'b', value: null },
    ]);
    const found = await bed.readTopic(TOPICS.scans.name);
    expect(found.filter(({ key }) => key === 'a').map((message) => message.json())).toEqual([{ n: 1 }, { n: 2 }]);
    expect(found.find(({ key }) => key === 'b')?.value).toBeNull();
    expect(found.find(({ headers }) => headers.traceparent === 'x')).toBeDefined();
  });
});

describe('the receiver', () => {
  const bed = useTestBed();

  it('is a verified HTTPS server that fails each event as often as it was told', async () => {
    const receiver = await bed.startReceiver();
    receiver.behave('/hook', { kind: 'fail', times: 2, status: 503 });
    const statuses: number[] = [];
    for (const eventid of ['a', 'a', 'b', 'a']) statuses.push(await post(receiver, '/hook?x=1', { eventid }));
    expect(statuses).toEqual([503, 503, 503, 200]);
    expect(receiver.requests('/hook')[0]?.query.get('x')).toBe('1');
    expect(receiver.requests('/hook')[3]?.json()).toEqual({ eventid: 'a' });
  });

  it.each([['close'], ['untrusted']] as const)('can refuse: %s', async (how) => {
    const receiver = await bed.startReceiver(how === 'untrusted' ? { certificate: 'untrusted' } : {});
    receiver.behave('/', { kind: 'close' });
    await expect(post(receiver, '/', {})).rejects.toThrow();
  });

  it('can hang, and records the request', async () => {
    const receiver = await bed.startReceiver();
    receiver.behave('/', { kind: 'hang' });
    const answer = post(receiver, '/', { eventid: 'a' }).catch((error: Error) => error.message);
    await waitFor(() => receiver.requests().length === 1);
    await receiver.close();
    expect(await answer).toMatch(/socket hang up|ECONNRESET/);
  });
});

describe('waitFor', () => {
  it('returns the fact once it is there', async () => {
    let count = 0;
    expect(await waitFor(() => (++count > 2 ? count : undefined), { everyMs: 1 })).toBe(3);
  });

  it('shows the last value seen when it times out', async () => {
    await expect(waitFor(() => false, { timeoutMs: 5, what: 'the moon' })).rejects.toThrow(
      'waited 5 ms for the moon, which did not come\nseen last: false',
    );
  });
});

async function post(receiver: TestReceiver, path: string, body: unknown): Promise<number> {
  const agent = new Agent({ ca: readFileSync(await receiverCaFile()) });
  return new Promise((resolve, reject) => {
    const call = request(receiver.url(path), { method: 'POST', agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    call.once('error', reject).end(JSON.stringify(body));
  });
}
