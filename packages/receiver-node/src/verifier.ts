import { concat } from './bytes.js';
import { Refused } from './refused.js';

/** Names in any case. A list = the header comes several times. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = 'whsec_';
const LEAST_KEY_BYTES = 16;
/** An older or newer request is refused: a stranger may have recorded it. */
const TOLERANCE_SECONDS = 300;

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Verifies signatures of Standard Webhooks by one or several secrets. */
export class Verifier {
  private readonly keys: Promise<readonly Key[]>;

  /** @throws TypeError a secret is not the text `whsec_…` that the service shows */
  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new TypeError('There is no secret. Set the secret that the service shows for this receiver: whsec_…');
    const bytes = secrets.map(keyBytesOf);
    this.keys = Promise.all(bytes.map((each) => crypto.subtle.importKey('raw', each, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])));
  }

  /**
   * @param body the bytes as they came, before any parsing
   * @param nowSeconds Unix time
   * @throws Refused
   */
  async verify(headers: Headers, body: Uint8Array, nowSeconds: number): Promise<void> {
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signatures = headerOf(headers, 'webhook-signature');
    checkTimestamp(timestamp, nowSeconds);
    const given = signatures.split(' ').filter((word) => word.startsWith('v1,'));
    if (given.length === 0) {
      throw new Refused('no_known_signature', 'webhook-signature has no signature of version v1. Update this package.');
    }
    const signed = concat([new TextEncoder().encode(`${id}.${timestamp}.`), body]);
    for (const key of await this.keys) {
      const expected = `v1,${toBase64(await crypto.subtle.sign('HMAC', key, signed))}`;
      if (given.some((each) => isSame(each, expected))) return;
    }
    throw isReformatted(body)
      ? new Refused(
          'changed_body',
          'The body is not as the service sent it: a proxy or a body parser wrote the JSON anew. Verify the bytes as they came.',
        )
      : new Refused(
          'wrong_signature',
          'No signature fits. Is the secret that of this receiver, and is the body the bytes as they came, before any parsing?',
        );
  }
}

function keyBytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
  const bytes = isBase64 ? Uint8Array.from(atob(text), (each) => each.charCodeAt(0)) : new Uint8Array();
  if (bytes.length < LEAST_KEY_BYTES) {
    throw new TypeError(
      'The secret is not a signing secret: it must be the whole text that the service shows for this receiver, whsec_ and base64.',
    );
  }
  return bytes;
}

function headerOf(headers: Headers, name: string): string {
  const values = Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  if (values.length > 1) throw new Refused('duplicate_header', `${name} comes ${values.length} times. Does a proxy add it?`);
  const [value = ''] = values;
  if (value.trim() === '') {
    throw new Refused('missing_header', `${name} is missing. Does the request come from the service, and does a proxy drop headers?`);
  }
  return value;
}

function checkTimestamp(timestamp: string, nowSeconds: number): void {
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new Refused('bad_timestamp', 'webhook-timestamp is not a whole number of seconds.');
  }
  const age = Math.round(nowSeconds) - Number(timestamp);
  if (age >= TOLERANCE_SECONDS) {
    throw new Refused(
      'too_old',
      `webhook-timestamp is ${age} s behind the clock of this server, at most ${TOLERANCE_SECONDS - 1} s are accepted. Is the clock right (NTP)? Otherwise the request is a repetition by a stranger.`,
    );
  }
  if (age <= -TOLERANCE_SECONDS) {
    throw new Refused(
      'too_new',
      `webhook-timestamp is ${-age} s ahead of the clock of this server, at most ${TOLERANCE_SECONDS - 1} s are accepted. Is the clock right (NTP)?`,
    );
  }
}

/** Takes the same time wherever the texts differ. */
function isSame(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index++) difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

/** The service writes JSON without whitespace between its parts. */
function isReformatted(body: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(body);
  return /^[ \t\r\n]|[ \t\r\n]$|^[[{][ \t\r\n]|^\{"[^"\\]*"(?::?[ \t\r\n])/.test(text);
}

const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
