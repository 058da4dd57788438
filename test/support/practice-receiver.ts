// Receivers for the tests of the rehearsal: a good one, and others with one fault each.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The faults that a receiver may have. */
export interface Faults {
  readonly countsTwice?: boolean;
  readonly movesBack?: boolean;
  readonly ignoresSignatures?: boolean;
  readonly ignoresAge?: boolean;
  readonly refusesRepeats?: boolean;
  readonly freezesAfterDelivery?: boolean;
  readonly comparesTimesAsText?: boolean;
  readonly knowsObjectsOnly?: boolean;
  readonly refusesUnknown?: boolean;
  readonly losesEvents?: boolean;
  readonly countsRefused?: boolean;
  /** Works only when it is asked the second time. */
  readonly worksLater?: boolean;
}

interface Event {
  readonly event: string;
  readonly eventid: string;
  readonly timestamp: string;
  readonly references: { readonly tracking_number: string };
  readonly data: Readonly<Record<string, unknown>> & { readonly delivery_status: string };
}

interface Parcel {
  status: string;
  timestamp: string;
  event: string;
  readonly counts: Record<string, number>;
}

const KNOWN = /^on(?:Created|Updated|InternalDelay|Dispatch|Scheduled|Delay|OutForDelivery|FailedAttempt|PickupReady|Delivered|Return)$/;

/** What a shop writes, with faults on purpose. */
export class PracticeReceiver {
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  private readonly parcels = new Map<string, Parcel>();
  private readonly later: Event[] = [];
  private asked = 0;

  constructor(
    private readonly faults: Faults,
    /** undefined = it knows no signatures */
    private readonly secret: string | undefined,
  ) {}

  /** @returns the status of the answer */
  take(headers: IncomingHttpHeaders, body: string): number {
    this.bodies.push(body);
    this.headers.push(headers);
    const event = toEvent(body);
    if (!this.isGenuine(headers, body)) {
      if (this.faults.countsRefused) this.apply(event);
      return 401;
    }
    if (this.faults.refusesUnknown && (!KNOWN.test(event.event) || 'practice_field' in event.data)) return 422;
    if (this.faults.knowsObjectsOnly && !isObject(event.data['expected_delivery_date_raw'])) return 400;
    if (this.faults.refusesRepeats && this.isKnown(event)) return 409;
    if (this.faults.worksLater) this.later.push(event);
    else if (!(this.faults.losesEvents && event.event === 'onDispatch')) this.apply(event);
    return 204;
  }

  read(trackingNumber: string): { status: string; events: Record<string, number> } | undefined {
    if (++this.asked > 1) for (const event of this.later.splice(0)) this.apply(event);
    const parcel = this.parcels.get(trackingNumber);
    return parcel && { status: parcel.status, events: parcel.counts };
  }

  private isKnown({ eventid, references }: Event): boolean {
    return (this.parcels.get(references.tracking_number)?.counts[eventid] ?? 0) > 0;
  }

  private apply({ event, eventid, timestamp, references, data }: Event): void {
    const parcel = this.parcels.get(references.tracking_number) ?? { status: '', timestamp: '1970-01-01T00:00:00Z', event: '', counts: {} };
    this.parcels.set(references.tracking_number, parcel);
    const count = parcel.counts[eventid] ?? 0;
    parcel.counts[eventid] = this.faults.countsTwice ? count + 1 : 1;
    if (this.faults.freezesAfterDelivery && parcel.event === 'onDelivered') return;
    if (!this.faults.movesBack && this.isOlder(timestamp, parcel.timestamp)) return;
    Object.assign(parcel, { status: data.delivery_status, timestamp, event });
  }

  private isOlder(time: string, than: string): boolean {
    return this.faults.comparesTimesAsText ? time < than : Date.parse(time) < Date.parse(than);
  }

  private isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
    if (this.secret === undefined || this.faults.ignoresSignatures) return true;
    try {
      new Webhook(this.secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return this.faults.ignoresAge === true && isOldButSigned(this.secret, headers, body);
    }
  }
}

function isOldButSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return headers['webhook-signature'] === new Webhook(secret).sign(String(headers['webhook-id']), at, body);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function toEvent(body: string): Event {
  const whole = JSON.parse(body) as Event & { specversion?: string; id: string; time: string; type: string; data: Event };
  if (whole.specversion === undefined) return whole;
  const name = whole.type.split('.').at(-1) ?? '';
  return {
    event: name === 'ondelivered' ? 'onDelivered' : name,
    eventid: whole.id,
    timestamp: whole.time,
    references: whole.data.references,
    data: whole.data.data,
  };
}

/** Answers POSTs by a receiver, or by anything else. */
export type Answering = (response: ServerResponse, post: { headers: IncomingHttpHeaders; body: string }) => void;

export const answeringBy =
  (receiver: PracticeReceiver): Answering =>
  (response, { headers, body }) =>
    void response.writeHead(receiver.take(headers, body)).end();

export interface Started {
  readonly url: string;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

function readBack({ url = '' }: IncomingMessage, response: ServerResponse, receiver: PracticeReceiver | undefined): void {
  const parcel = receiver?.read(new URL(url, 'http://localhost').searchParams.get('tracking_number') ?? '');
  response.writeHead(parcel ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(parcel ?? {}));
}

/** Starts a server: POSTs get an answer, GETs read back. */
export async function startServer(answer: Answering, receiver?: PracticeReceiver): Promise<Started> {
  const server = createServer((request, response) => {
    if (request.method === 'GET') readBack(request, response, receiver);
    else void textOf(request).then((body) => answer(response, { headers: request.headers, body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, close };
}
