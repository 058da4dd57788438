// out: connections bound to a sender address
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, SECOND } from '#libs/config';
import type { ResolvedDestination } from '../destination.js';
import type { EgressConfig } from '../egress.config.js';
import { ProxyRing } from './proxy-ring.js';
import { type Connection, connectToAny } from './sockets.client.js';

/** For this long, an address that this machine lacks is tried last. */
const REST_MS = 10 * SECOND;

/** Reports sender addresses that this machine lacks. The app that connects provides it. */
export abstract class SenderAddressListener {
  abstract senderAddressMissing(receiverId: string, error: Error): void;
}

/**
 * A receiver sees the same sender address while this machine has it, else the next address. Attempts that wait for a missing address would
 * sooner or later hold every permit, and block the webhooks of other receivers.
 */
@Injectable()
export class SenderAddresses {
  /** True when sockets are bound. */
  readonly areUsed: boolean;
  private readonly ring: ProxyRing;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<EgressConfig, 'senderAddresses' | 'areSenderAddressesBound' | 'egressProxies'>,
    private readonly listener: SenderAddressListener,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { senderAddresses, areSenderAddressesBound, egressProxies } = config;
    this.areUsed = egressProxies.length === 0 && areSenderAddressesBound && senderAddresses.length > 0;
    this.ring = new ProxyRing(senderAddresses.length, REST_MS);
  }

  /** The index of the receiver's sender address. */
  indexOf(receiverId: string): number {
    return this.ring.of(receiverId);
  }

  forget(receiverId: string): void {
    this.ring.forget(receiverId);
  }

  /** @throws as `connectToAny`; the failure of the last sender address when this machine has none of them */
  async connect({ receiverId, addresses, port }: Omit<ResolvedDestination, 'hostname'>, signal: AbortSignal): Promise<Connection> {
    let missing: unknown;
    for (const sender of this.ring.order(receiverId, this.clock.steadyMs())) {
      try {
        const socket = await connectToAny({ addresses, port, localAddress: this.config.senderAddresses[sender] }, signal);
        this.ring.works(sender);
        return { socket, way: sender };
      } catch (error) {
        if (!isBindFailure(error)) throw error;
        this.ring.failed(sender, this.clock.steadyMs());
        this.listener.senderAddressMissing(receiverId, error as Error);
        missing = error;
      }
    }
    throw missing;
  }
}

/** True when the socket could not be bound because this machine lacks the address. Nothing was sent. */
function isBindFailure(error: unknown): boolean {
  const several = error instanceof AggregateError && error.errors.length > 0;
  const failures = (several ? error.errors : [error]) as readonly NodeJS.ErrnoException[];
  return failures.every(({ syscall, code }) => syscall === 'bind' && code === 'EADDRNOTAVAIL');
}
