import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { runInThisContext } from 'node:vm';

/** The process itself: Jest hands its test files a copy, which hears no event. */
export const ownProcess = runInThisContext('process') as NodeJS.Process;

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
const CONNECTS = 'net.client.socket';

/** Knows of each piece of work in this process which errors nobody has handled, and which connections it has opened. */
export class Witness {
  private readonly running = new AsyncLocalStorage<string>();
  private readonly errors: { readonly of: string | undefined; readonly error: unknown }[] = [];
  private readonly sockets: { readonly of: string | undefined; readonly socket: Socket }[] = [];
  private readonly before = EVENTS.map((event) => ownProcess.rawListeners(event));
  private readonly listener = (error: unknown): void => void this.errors.push({ of: this.running.getStore(), error });
  private readonly connects = (message: unknown): void => {
    this.sockets.push({ of: this.running.getStore(), socket: (message as { readonly socket: Socket }).socket });
  };

  constructor() {
    for (const event of EVENTS) ownProcess.removeAllListeners(event).on(event, this.listener);
    subscribe(CONNECTS, this.connects);
  }

  /** Whatever it starts belongs to that name. */
  during<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.running.run(name, work);
  }

  /** @param name undefined = what belongs to none */
  errorsOf(name: string | undefined): unknown[] {
    return this.errors.filter((each) => each.of === name).map(({ error }) => error);
  }

  /** Connections that are open, of what runs now. */
  openSockets(): number {
    const name = this.running.getStore();
    return this.sockets.filter(({ of, socket }) => of === name && !socket.destroyed).length;
  }

  /** From now on Jest hears of the errors again. */
  end(): void {
    unsubscribe(CONNECTS, this.connects);
    for (const [index, event] of EVENTS.entries()) {
      ownProcess.removeAllListeners(event);
      this.before[index]!.forEach((listener) => ownProcess.on(event, listener as (...values: unknown[]) => void));
    }
  }
}
