import type { EventEmitter } from 'node:events';

/** Code that serves one connection has thrown an error: the connection ends, and its attempts fail (docs/decisions/0015-connections.md). */
export class ConnectionFault extends Error {
  readonly code = 'E_CONNECTION_FAULT';

  constructor(cause: unknown) {
    super('the service closed the connection because of an internal error', { cause });
  }
}

/** The app provides a listener that reports connection faults. */
export abstract class ConnectionFaultListener {
  abstract connectionFault(receiverId: string, error: unknown): void;
}

/** Runs a callback of one connection and passes its exception to `onFault`. */
export function contain(callback: () => void, onFault: (error: unknown) => void): void {
  try {
    callback();
  } catch (error) {
    onFault(error);
  }
}

/**
 * Wraps `emit`: an exception in a listener of the socket, undici's listeners included, ends the connection and not the process.
 * @param onFault called once
 */
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
