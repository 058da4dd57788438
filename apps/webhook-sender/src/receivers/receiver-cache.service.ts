import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { BatchLoader } from '../batching/batch-loader.js';
import type { ReceiverEndpoint } from './receiver.js';
import { type ReadEndpoint, ReceiversRepository } from './receivers.repository.js';

/** An older reading is repeated before the POST: the receiver may have been corrected or disabled meanwhile. */
const FRESH_MS = SECOND;
/** The longest use of opened secrets: a secret that has run out since is not used for signing for longer than this. */
const OPENED_MS = 5 * SECOND;

/** The receiver and parcel of an attempt, which decide whether it may be sent. */
type Recipient = Pick<DeliveryAttempt, 'receiverId' | 'consignmentId'>;

interface Reading {
  /** undefined = the receiver was deleted. */
  readonly endpoint: ReadEndpoint | undefined;
  /** When the secrets were opened, and when the row was last seen unchanged; ms of the steady clock. */
  readonly openedAtMs: number;
  readonly readAtMs: number;
}

/** Receivers as configured now. A recent reading serves all attempts at a receiver, so many attempts at many receivers cost little. */
@Injectable()
export class ReceiverCache {
  private readonly questions = new BatchLoader<Recipient, ReceiverEndpoint | undefined>({
    take: (recipients) => this.endpointsFor(recipients),
  });
  private readonly readings = new Map<string, Reading>();
  private tidiedMs = -Infinity;

  constructor(
    private readonly receivers: ReceiversRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  isFresh(readAtMs: number): boolean {
    return this.clock.steadyMs() - readAtMs <= FRESH_MS;
  }

  /**
   * Returns the receivers of attempts that have just arrived, by id. A receiver whose row still has the known version is not read again.
   * @param seenAtMs when the versions were read
   */
  async endpointsOf(versions: ReadonlyMap<string, string>, seenAtMs: number): Promise<Map<string, ReceiverEndpoint | undefined>> {
    const isKnown = (receiverId: string, { endpoint }: Reading): boolean => endpoint?.version === versions.get(receiverId);
    const readings = await this.readingsOf([...versions.keys()], isKnown);
    for (const [receiverId, { endpoint, openedAtMs }] of readings)
      this.readings.set(receiverId, { endpoint, openedAtMs, readAtMs: seenAtMs });
    return toEndpoints(readings);
  }

  /**
   * Returns the receiver of an attempt that has waited; undefined when nothing may be sent.
   * @throws when the database is down
   */
  endpointFor(recipient: Recipient): Promise<ReceiverEndpoint | undefined> {
    return this.questions.add(recipient);
  }

  /** Returns no receiver for a parcel that was erased: its attempts in memory are then cancelled, as if the receiver were deleted. */
  private async endpointsFor(recipients: readonly Recipient[]): Promise<(ReceiverEndpoint | undefined)[]> {
    const receiverIds = [...new Set(recipients.map(({ receiverId }) => receiverId))];
    const [erased, readings] = await Promise.all([
      this.receivers.erasedOf(recipients.map(({ consignmentId }) => consignmentId)),
      this.readingsOf(receiverIds, (_, { readAtMs }) => this.isFresh(readAtMs)),
    ]);
    const endpoints = toEndpoints(readings);
    return recipients.map(({ receiverId, consignmentId }) => (erased.has(consignmentId) ? undefined : endpoints.get(receiverId)));
  }

  /** Returns valid entries from the cache and reads the others from the database. */
  private async readingsOf(
    receiverIds: readonly string[],
    holds: (receiverId: string, reading: Reading) => boolean,
  ): Promise<Map<string, Reading>> {
    const known = receiverIds.flatMap((receiverId): [string, Reading][] => {
      const reading = this.readings.get(receiverId);
      return reading && !this.isOld(reading) && holds(receiverId, reading) ? [[receiverId, reading]] : [];
    });
    const readings = new Map(known);
    return new Map([...readings, ...(await this.read(receiverIds.filter((receiverId) => !readings.has(receiverId))))]);
  }

  private async read(receiverIds: readonly string[]): Promise<[string, Reading][]> {
    if (receiverIds.length === 0) return [];
    const readAtMs = this.clock.steadyMs();
    const endpoints = await this.receivers.endpoints(receiverIds);
    this.tidy();
    return receiverIds.map((receiverId) => {
      const reading = { endpoint: endpoints.get(receiverId), openedAtMs: readAtMs, readAtMs };
      this.readings.set(receiverId, reading);
      return [receiverId, reading];
    });
  }

  private isOld({ openedAtMs }: Reading): boolean {
    return this.clock.steadyMs() - openedAtMs > OPENED_MS;
  }

  /** Forgets entries that were not read for a while. */
  private tidy(): void {
    const nowMs = this.clock.steadyMs();
    if (nowMs - this.tidiedMs < OPENED_MS) return;
    this.tidiedMs = nowMs;
    for (const [receiverId, reading] of this.readings) if (this.isOld(reading)) this.readings.delete(receiverId);
  }
}

const toEndpoints = (readings: ReadonlyMap<string, Reading>): Map<string, ReceiverEndpoint | undefined> =>
  new Map([...readings].map(([receiverId, { endpoint }]) => [receiverId, endpoint]));
