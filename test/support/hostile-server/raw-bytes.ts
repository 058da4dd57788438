import { createHash } from 'node:crypto';

const HEADER_BYTES = 5;
const HANDSHAKE_HEADER_BYTES = 4;
const HANDSHAKE = 22;
const APPLICATION_DATA = 23;
const TLS_1_2 = [3, 3];

/** The alert close_notify, unencrypted: all that a server can say before it has keys. */
export const CLEAR_CLOSE_NOTIFY = Buffer.from([21, ...TLS_1_2, 0, 2, 1, 0]);

/** Bytes that look random and are the same in each run; no TLS record begins with them. */
export const JUNK = Buffer.concat([Buffer.from([0xf5]), ...['a', 'b', 'c'].map((seed) => createHash('sha512').update(seed).digest())]);

/** The answer to a ClientHello of a server that mistakes the connection for plain HTTP. */
export const PLAIN_TEXT = Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');

/**
 * Returns the beginning of a record that is far longer than any client waits for. @param isEncrypted true for all records of TLS 1.3 after
 * the ServerHello
 */
export function longRecord(isEncrypted: boolean): Buffer {
  const begin = isEncrypted
    ? [APPLICATION_DATA, ...TLS_1_2, 0x3f, 0xff]
    : [HANDSHAKE, ...TLS_1_2, 0x3f, 0xff, 2, 0, 0x3f, 0xfb, ...TLS_1_2];
  return Buffer.concat([Buffer.from(begin), Buffer.alloc(16_000)]);
}

/** Splits the first handshake message: the first half as a whole record (a message may span several), then the rest as records again. */
export function halvesOf(flight: Buffer): { readonly first: Buffer; readonly rest: Buffer } {
  const record = flight.subarray(HEADER_BYTES, HEADER_BYTES + flight.readUInt16BE(3));
  const half = Math.floor((HANDSHAKE_HEADER_BYTES + record.readUIntBE(1, 3)) / 2);
  const after = flight.subarray(HEADER_BYTES + record.length);
  return { first: asRecord(record.subarray(0, half)), rest: Buffer.concat([asRecord(record.subarray(half)), after]) };
}

function asRecord(fragment: Buffer): Buffer {
  const header = Buffer.from([HANDSHAKE, ...TLS_1_2, 0, 0]);
  header.writeUInt16BE(fragment.length, 3);
  return Buffer.concat([header, fragment]);
}
