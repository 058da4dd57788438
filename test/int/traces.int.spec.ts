import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { parcel } from '../builders/parcel.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 9;
const [TRACE, PARENT] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
/** Data that no trace may contain: it is in the record, the scan and the receiver's address. */
const PRIVATE = ['private-path', 'private-note'];

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly app: string;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'app'>[] }[];
  }[];
}

const bed = useTestBed();
const bodies: string[] = [];
let collector: Server;
let receiver: TestReceiver;

const spans = (): Span[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Exported).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const app = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, app })));
    }),
  );

/**
 * Returns the steps of a trace that follow each other from `parentSpanId` on. A repeated step may lead no further, so the longest path
 * counts.
 */
function chain(traceId: string, parentSpanId: string | undefined): Span[] {
  const nexts = spans().filter((span) => span.traceId === traceId && (span.parentSpanId ?? '') === (parentSpanId ?? ''));
  const ways = nexts.map((next) => [next, ...chain(traceId, next.spanId)]);
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest), []);
}

const named = (each: readonly Span[]): string[] => each.map(({ app, name }) => `${app}: ${name}`);
const WAY = ['event-builder: scan to event', 'webhook-sender: event to deliveries', 'webhook-sender: POST'];

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces' && request.headers['x-key'] === 'secret') bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
  };
  receiver = await bed.startReceiver();
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/private-path') });
  await Promise.all([bed.startApp('event-builder', env), bed.startApp('webhook-sender', env)]);
});

afterAll(() => void collector.close());

describe('a trace', () => {
  it('continues from the scan’s own trace through both apps to the POST, step by step', async () => {
    const each = parcel({ account: ACCOUNT });
    await bed.publish('records', [each.record()]);
    await waitFor(() => receiver.requests('/private-path').length === 1);
    const scan = each.scan('InboundScan', '2026-03-28T21:00:00+01:00', { raw_text: 'private-note' });
    await bed.publish('scans', [{ ...scan, headers: { traceparent: `00-${TRACE}-${PARENT}-01` } }]);
    await waitFor(() => chain(TRACE, PARENT).length === WAY.length, { what: 'three steps of the scan’s trace' });
    expect(named(chain(TRACE, PARENT))).toEqual(WAY);
  });

  it('begins in event-builder if the message has no trace', async () => {
    const begins = (): Span | undefined => spans().find(({ traceId, parentSpanId }) => traceId !== TRACE && !parentSpanId);
    await waitFor(() => begins() !== undefined);
    const { traceId } = begins()!;
    await waitFor(() => chain(traceId, undefined).length === WAY.length);
    expect(named(chain(traceId, undefined))).toEqual(WAY);
  });

  it('that is not sampled is not exported, and stays unsampled', async () => {
    const each = parcel({ account: ACCOUNT });
    const notKept = '1'.repeat(32);
    const record = each.record();
    await bed.publish('records', [{ ...record, headers: { traceparent: `00-${notKept}-${PARENT}-00` } }]);
    const before = receiver.requests('/private-path').length;
    await waitFor(() => receiver.requests('/private-path').length === before + 1);
    const [attempt] = (await bed.readTopic('delivery-attempts')).filter(({ headers }) => headers['traceparent']?.includes(notKept));
    expect(attempt?.headers['traceparent']).toMatch(/-00$/);
    expect(spans().filter(({ traceId }) => traceId === notKept)).toEqual([]);
  });

  it('contains nothing of the messages’ content, and no addresses of receivers', () => {
    const told = bodies.join('\n');
    expect([...PRIVATE, 'https://'].filter((word) => told.includes(word))).toEqual([]);
  });
});
