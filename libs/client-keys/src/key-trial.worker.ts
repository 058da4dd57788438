// in: a private key, PEM; out: KeyTrial, undefined = the key signs nothing. A thread of its own: a signature with a forged key takes as long as that key likes.
import { constants, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** CPU time of a signature, ms. */
export interface KeyTrial {
  readonly costMs: number;
  /** With a fresh RSA key of 4,096 bits; undefined = it was not measured, because the key is cheap on any machine. */
  readonly referenceMs: number | undefined;
}

const TRIES = 3;
/** More than an RSA key of 4,096 bits costs on a slow machine. Without this bound sound keys would wait for a reference, which takes seconds to generate. */
const CHEAP_MS = 10;
const REFERENCE_BITS = 4096;

let referenceMs: number | undefined;

parentPort?.on('message', (pem: string) => parentPort?.postMessage(trialOf(pem)));

function trialOf(pem: string): KeyTrial | undefined {
  try {
    return measured(createPrivateKey(pem));
  } catch {
    return undefined;
  }
}

function measured(key: KeyObject): KeyTrial {
  const costMs = bestCostMs(key);
  if (costMs <= CHEAP_MS) return { costMs, referenceMs: undefined };
  referenceMs ??= bestCostMs(generateKeyPairSync('rsa', { modulusLength: REFERENCE_BITS }).privateKey);
  return { costMs, referenceMs };
}

/** Of three tries the best: the first one may find cold caches. One cheap try is enough. */
function bestCostMs(key: KeyObject): number {
  let best = Infinity;
  for (let tries = 0; tries < TRIES && best > CHEAP_MS; tries++) best = Math.min(best, costMsOf(key));
  return best;
}

/** As TLS 1.3 signs. */
function costMsOf(key: KeyObject): number {
  const before = process.threadCpuUsage();
  sign('sha256', Buffer.alloc(64), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
