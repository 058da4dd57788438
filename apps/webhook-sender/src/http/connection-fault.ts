import type { EventEmitter } from 'node:events';

/** Code that serves one connection has thrown: the connection ends, and its attempts fail (docs/decisions/0015-connections.md). */
export class ConnectionFault extends Error {
  readonly code = 'E_CONNECTION_FAULT';

  constructor(cause: unknown) {
    super('the service ended the connection because of a fault of its own', { cause });
  }
}

/** The app provides one, to report faults of connections. */
export abstract class ConnectionFaultListener {
  abstract connectionFault(receiverId: string, error: unknown): void;
}

/** Runs a callback of one connection. */
export function contain(callback: () => void, onFault: (error: unknown) => void): void {
  try {
    callback();
  } catch (error) {
    onFault(error);
  }
}

/** What listeners of the socket throw, undici's among them, ends its connection and not the process. @param onFault told once */
export function containListeners(socket: EventEmitter, onFault: (error: unknown) => void): void {
  const emit = socket.emit.bind(socket);
  let hasFault = false;
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    try {
      return emit(event, ...values);
    } catch (error) {
      if (!hasFault) {
        hasFault = true;
        onFault(error);
      }
      return true;
    }
  };
}
