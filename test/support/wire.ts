import { connect, type Socket } from 'node:net';
import { expect } from '@jest/globals';
import { eventually } from './wait-for.js';

export interface Wire {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly text: () => string;
  /** Resolves when the received text matches. */
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly closed: () => boolean;
}

/** Opens a connection to a server on 127.0.0.1, for bytes that no HTTP client would send. */
export function openWire(url: string): Wire {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  const until = async (pattern: RegExp): Promise<string> => {
    await eventually(() => expect(received).toMatch(pattern));
    return received;
  };
  return { socket, text: () => received, until, closed: () => isClosed };
}
