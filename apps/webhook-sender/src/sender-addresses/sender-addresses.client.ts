// out: connections that are bound to a sender address
import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, SECOND } from '#libs/config';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { detailOf, type Failure, isSenderMissing } from '../http/outcome.js';
import { ProxyRing } from '../proxies/proxy-ring.js';
import { connectToAny } from '../http/sockets.client.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** An address that this machine does not have is tried last for so long. */
const REST_MS = 10 * SECOND;

/** Whom to connect to, for which receiver. */
export interface BoundTarget {
  readonly receiverId: string;
  readonly addresses: readonly string[];
  readonly port: number;
}

export interface BoundSocket {
  readonly socket: Socket;
  /** Its sender address, by its place in the setting. */
  readonly sender: number;
}

/**
 * A receiver hears from the same sender address while this machine has it, else from the next one: what would wait for an address that is not
 * here would sooner or later hold every permit, and the other receivers' webhooks with it.
 */
@Injectable()
export class SenderAddresses {
  /** Whether sockets are bound at all. */
  readonly areBound: boolean;
  private readonly ring: ProxyRing;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'senderAddresses' | 'areSenderAddressesBound' | 'egressProxies'>,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { senderAddresses, areSenderAddressesBound, egressProxies } = config;
    this.areBound = egressProxies.length === 0 && areSenderAddressesBound && senderAddresses.length > 0;
    this.ring = new ProxyRing(senderAddresses.length, REST_MS);
  }

  /** The receiver's own. */
  indexOf(receiverId: string): number {
    return this.ring.of(receiverId);
  }

  forget(receiverId: string): void {
    this.ring.forget(receiverId);
  }

  /** @throws as `connectToAny`; the failure of the last sender address when this machine has none of them */
  async connect({ receiverId, addresses, port }: BoundTarget, signal: AbortSignal): Promise<BoundSocket> {
    let missing: unknown;
    for (const sender of this.ring.order(receiverId, this.clock.steadyMs())) {
      try {
        const socket = await connectToAny({ addresses, port, localAddress: this.config.senderAddresses[sender] }, signal);
        this.ring.works(sender);
        return { socket, sender };
      } catch (error) {
        if (!isSenderMissing(error as Failure)) throw error;
        this.ring.failed(sender, this.clock.steadyMs());
        this.events.localFault(receiverId, { kind: 'local_fault', side: 'machine', detail: detailOf(error as Failure) });
        missing = error;
      }
    }
    throw missing;
  }
}
