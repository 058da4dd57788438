import type { KeyObject } from 'node:crypto';
import type { KeyTrial } from './key-trial.worker.js';
import { rsaNumbersFault } from './rsa-numbers.js';

const LEAST_RSA_BITS = 2048;
/** Each handshake signs with the key on the thread that sends: 16,384 bits would take a second. */
const MOST_RSA_BITS = 4096;
/** How many times the CPU time of a sound key of the largest size a signature may take. */
const MOST_REFERENCES = 5;
/** The curves that TLS servers take. */
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** What keeps a private key from being used for a client certificate: its kind, its size, or numbers that do not belong together. @returns a sentence, undefined = nothing */
export function keyFault(key: KeyObject): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const { modulusLength: bits = 0, namedCurve } = details ?? {};
  if (type === 'ed25519') return undefined;
  if (type === 'ec') return CURVES.includes(namedCurve) ? undefined : 'An EC key must be on the curve P-256, P-384 or P-521.';
  if (type !== 'rsa') return 'The key must be RSA, EC or Ed25519.';
  if (bits < LEAST_RSA_BITS || bits > MOST_RSA_BITS)
    return `An RSA key must have ${LEAST_RSA_BITS} to ${MOST_RSA_BITS} bits, this key has ${bits}.`;
  const fault = rsaNumbersFault(key.export({ format: 'jwk' }), bits);
  return fault && `The numbers of the RSA key do not belong together: ${fault}.`;
}

/** What a trial signature says against the key. @returns a sentence, undefined = nothing */
export function trialFault(trial: KeyTrial | undefined): string | undefined {
  if (!trial) return 'The key cannot sign.';
  const { costMs, referenceMs } = trial;
  if (referenceMs === undefined || costMs <= MOST_REFERENCES * referenceMs) return undefined;
  return `A signature with the key takes more than ${MOST_REFERENCES} times as long as with another RSA key of ${MOST_RSA_BITS} bits.`;
}
