// Runs on the oldest Node that the package supports, against the installed tarball: node --test
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Receiver } from '@owner_placeholder/parcel-webhooks-receiver';

const { vectors, refusedSecrets } = JSON.parse(readFileSync(process.env.VECTORS, 'utf8'));

for (const { name, secrets, now, headers, body, bodyBase64, answer, why, webhook } of vectors) {
  void test(name, async () => {
    const codes = [];
    const stored = [];
    const receiver = new Receiver({
      secret: secrets,
      now: () => now,
      store: async (each) => void stored.push(each),
      onRefused: ({ code }) => codes.push(code),
    });
    const bytes = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64');
    assert.equal((await receiver.receive(headers, bytes)).status, answer);
    assert.deepEqual(codes, why === 'ok' ? [] : [why]);
    assert.deepEqual(
      stored.map(({ eventid, event, kind }) => [eventid, event, kind]),
      webhook ? [[webhook.eventid, webhook.event, webhook.kind]] : [],
    );
  });
}

for (const { name, secrets } of refusedSecrets) {
  void test(`secret: ${name}`, () => {
    assert.throws(() => new Receiver({ secret: secrets, store: async () => undefined }), /whsec_/);
  });
}
