import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Dice } from '../../builders/dice.js';

/**
 * Network conditions of a link. `delay` holds every chunk for `ms`. `loss` delays a share of the chunks as retransmissions do. `reset` ends
 * open and new connections. `halfOpen` swallows everything on open and new connections for good and tells neither side.
 */
export type Weather =
  | { readonly kind: 'clear' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'loss'; readonly share: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'halfOpen' };

/** First pause of a sender after a lost packet; the pause doubles with each further loss. */
const RETRANSMIT_MS = 200;
const MOST_LOSSES = 5;
/** During `reset`, new connections are ended at this interval. */
const RESET_EVERY_MS = 250;

interface Pair {
  readonly near: Socket;
  readonly far: Socket | undefined;
}

/** A link between two parts of the cluster: a TCP proxy on a port of its own. Its conditions can change while connections are open. */
export class TcpLink {
  private weather: Weather = { kind: 'clear' };
  private readonly pairs = new Set<Pair>();
  /** Swallowed connections: kept, because closing them would tell both sides. */
  private readonly lost: Pair[] = [];
  private readonly dice: Dice;
  private resets: NodeJS.Timeout | undefined;

  private constructor(
    readonly name: string,
    private readonly server: Server,
    private readonly targetPort: number,
  ) {
    this.dice = new Dice(targetPort);
    server.on('connection', (near) => this.accept(near));
  }

  static async open(name: string, targetPort: number): Promise<TcpLink> {
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new TcpLink(name, server, targetPort);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  become(weather: Weather): void {
    this.weather = weather;
    clearInterval(this.resets);
    if (weather.kind === 'reset') {
      this.resetAll();
      this.resets = setInterval(() => this.resetAll(), RESET_EVERY_MS);
    }
    if (weather.kind === 'halfOpen') for (const pair of this.pairs) this.lose(pair);
  }

  close(): void {
    clearInterval(this.resets);
    this.server.close();
    for (const { near, far } of [...this.pairs, ...this.lost]) {
      near.destroy();
      far?.destroy();
    }
  }

  private accept(near: Socket): void {
    near.on('error', () => undefined);
    if (this.weather.kind === 'halfOpen') return void this.lost.push({ near, far: undefined });
    const far = connect(this.targetPort, '127.0.0.1');
    const pair = { near, far };
    this.pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    this.carry(near, far, pair);
    this.carry(far, near, pair);
    far.once('error', () => near.resetAndDestroy());
    near.resume();
  }

  private carry(from: Socket, to: Socket, pair: Pair): void {
    let before: Promise<void> = Promise.resolve();
    const inOrder = (pass: () => void): void => {
      const waitMs = this.holdMs();
      before = before.then(async () => {
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (this.pairs.has(pair) && !to.destroyed) pass();
      });
    };
    from.on('data', (piece) => inOrder(() => to.write(piece)));
    from.on('end', () => inOrder(() => to.end()));
    from.on('error', () => undefined);
    from.on('close', () => {
      if (!this.pairs.has(pair)) return;
      inOrder(() => to.destroy());
      if (from.destroyed && to.destroyed) this.pairs.delete(pair);
    });
  }

  private holdMs(): number {
    if (this.weather.kind === 'delay') return this.weather.ms;
    if (this.weather.kind !== 'loss') return 0;
    let waitMs = 0;
    for (let losses = 0; losses < MOST_LOSSES && this.dice.chance(this.weather.share); losses++) waitMs += RETRANSMIT_MS * 2 ** losses;
    return waitMs;
  }

  private resetAll(): void {
    for (const pair of this.pairs) {
      this.pairs.delete(pair);
      pair.near.resetAndDestroy();
      pair.far?.resetAndDestroy();
    }
  }

  private lose(pair: Pair): void {
    this.pairs.delete(pair);
    this.lost.push(pair);
    pair.near.pause();
    pair.far?.pause();
  }
}
