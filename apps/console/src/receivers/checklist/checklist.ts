// The steps of an integrator, and the state of each step as far as the service can check it.
import type { Schemas } from '../../api/schemas.js';

/** `yours` = only the integrator knows. */
export type Mark = 'done' | 'open' | 'yours';

export const STEPS = ['answers', 'test', 'signature', 'repeats', 'addresses', 'credentials', 'certificate', 'events'] as const;
export type Step = (typeof STEPS)[number];

export interface Known {
  readonly receiver: Schemas['ReceiverDetail'];
  /** A test event was answered with 2xx. */
  readonly hasTest: boolean;
  /** The operator has named sender addresses. */
  readonly hasAddresses: boolean;
  readonly nowMs: number;
}

const ANSWERING: readonly string[] = ['healthy', 'limited', 'switched_off'];

export function marksOf({ receiver, hasTest, hasAddresses, nowMs }: Known): Readonly<Record<Step, Mark>> {
  const { health, auth, signing, clientCertificate, enabled } = receiver;
  const hasAnswered = health.lastSuccessAt !== null || hasTest;
  return {
    answers: hasAnswered && (ANSWERING.includes(health.state) || (health.state === 'new' && hasTest)) ? 'done' : 'open',
    test: hasTest ? 'done' : 'open',
    signature: signing.enabled ? 'yours' : 'open',
    repeats: 'yours',
    addresses: hasAddresses && hasAnswered ? 'done' : 'yours',
    credentials: auth.type === 'none' ? 'yours' : 'done',
    certificate: certificateMark(clientCertificate, nowMs),
    events: enabled ? 'done' : 'open',
  };
}

function certificateMark(certificate: Known['receiver']['clientCertificate'], nowMs: number): Mark {
  if (certificate === null) return 'yours';
  return Date.parse(certificate.notAfter) > nowMs ? 'done' : 'open';
}
