import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { runInThisContext } from 'node:vm';

/** The real process object: jest gives its test files a copy, which gets no events. */
export const ownProcess = runInThisContext('process') as NodeJS.Process;

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
const CONNECTS = 'net.client.socket';

/** Records, for each piece of work in this process, its unhandled errors and the connections it opens. */
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

  /** Everything that `work` starts is recorded under this name. */
  during<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.running.run(name, work);
  }

  /** @param name undefined = errors that belong to no name */
  errorsOf(name: string | undefined): unknown[] {
    return this.errors.filter((each) => each.of === name).map(({ error }) => error);
  }

  /** Returns the number of open connections of the current work. */
  openSockets(): number {
    const name = this.running.getStore();
    return this.sockets.filter(({ of, socket }) => of === name && !socket.destroyed).length;
  }

  /** From now on, jest gets the errors again. */
  end(): void {
    unsubscribe(CONNECTS, this.connects);
    for (const [index, event] of EVENTS.entries()) {
      ownProcess.removeAllListeners(event);
      this.before[index]!.forEach((listener) => ownProcess.on(event, listener as (...values: unknown[]) => void));
    }
  }
}
