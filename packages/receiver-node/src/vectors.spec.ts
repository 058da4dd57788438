import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Receiver, type Webhook } from './index.js';

interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly bodyBase64?: string;
  readonly answer: number;
  readonly why: string;
  readonly webhook?: Readonly<Record<string, unknown>>;
}

const { vectors, refusedSecrets } = JSON.parse(readFileSync(join(import.meta.dirname, '../../vectors.json'), 'utf8')) as {
  readonly vectors: readonly Vector[];
  readonly refusedSecrets: readonly { readonly name: string; readonly secrets: readonly string[] }[];
};

/** What a case may differ in, of the webhook that `store` got. */
const factsOf = (webhook: Webhook): object => {
  const { kind, event, eventid, timestamp } = webhook;
  return { kind, event, eventid, timestamp, ...(webhook.kind === 'tracking' && { expectedDelivery: webhook.expectedDelivery }) };
};

async function judge({ secrets, now, headers, body, bodyBase64 }: Vector): Promise<object> {
  let [why, webhook]: [string, object | undefined] = ['ok', undefined];
  const receiver = new Receiver({
    secret: secrets,
    now: () => now,
    store: (stored) => Promise.resolve(void (webhook = factsOf(stored))),
    onRefused: ({ code }) => void (why = code),
  });
  const { status: answer } = await receiver.receive(
    headers,
    bodyBase64 === undefined ? Buffer.from(body!) : Buffer.from(bodyBase64, 'base64'),
  );
  return { answer, why, webhook };
}

it.each(vectors.map((vector) => [vector.name, vector] as const))('judges like every package: %s', async (_, vector) => {
  const { answer, why, webhook } = vector;
  expect(await judge(vector)).toEqual({ answer, why, webhook });
});

describe('a secret that is', () => {
  it.each(refusedSecrets)('$name is refused at the start', ({ secrets }) => {
    expect(() => new Receiver({ secret: secrets, store: () => Promise.resolve() })).toThrow(/whsec_/);
  });

  it('missing in the environment is refused at the start', () => {
    expect(() => new Receiver({ secret: undefined, store: () => Promise.resolve() })).toThrow('There is no secret');
  });
});
