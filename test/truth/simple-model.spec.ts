import { describe, expect, it } from '@jest/globals';
import type { WebhookPayload } from '#libs/contracts';
import { loadCarrierFiles } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { writeCarrierFiles } from '../builders/carrier-files.js';
import { history, type Wave } from '../builders/history.js';
import { ParcelWorld } from '../builders/parcel-world.js';
import { SimpleModel } from '../support/simple-model.js';
import { toComparable } from '../support/simple-model-event.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * Compares the decisions with the second implementation of the domain, without broker and database. It is fast, so it uses another month
 * every day.
 */

const TODAY = Math.floor(Date.now() / 86_400_000);
const SEED = Number(process.env['SEED'] ?? TODAY);
const PARCELS = Number(process.env['PARCELS'] ?? 500);
const TAKEN_AT = '2026-01-01T00:00:00Z';

const carriers = temporaryFolder();
writeCarrierFiles(carriers);

function modelEvents(waves: readonly Wave[]): object[] {
  const model = new SimpleModel();
  for (const { messages } of waves) {
    for (const { kind, value } of messages) {
      if (kind === 'scan') model.takeScan(value);
      else if (kind === 'record') model.takeRecord(value);
    }
    model.fireOverdue(Date.parse(TAKEN_AT));
  }
  return model.events;
}

function decidedPayloads(waves: readonly Wave[]): WebhookPayload[] {
  const world = new ParcelWorld(loadCarrierFiles({ folder: carriers, isOverlay: false }));
  return waves.flatMap(({ messages }) => {
    const good = messages.flatMap(({ kind, value }) => (kind === 'bad' ? [] : [{ ...value, message_timestamp: TAKEN_AT }]));
    return [...world.take(...good), ...world.tick(TAKEN_AT)];
  });
}

/** Payloads name neither account nor consignment, but their ids derive from both. */
const byEventId = (events: readonly object[]): Map<string, object> =>
  new Map(events.map((event) => [(event as { eventid: string }).eventid, { ...event, account: 0, consignmentId: '' }]));

describe(`a month decided twice (seed ${SEED})`, () => {
  it('gives the same events, field by field', () => {
    const waves = history({ seed: SEED, parcels: PARCELS, isCorrected: true });
    const decided = byEventId(decidedPayloads(waves).map((payload) => toComparable({ account: 0, consignmentId: '', payload })));
    const expected = byEventId(modelEvents(waves));
    expect(expected.size).toBeGreaterThan(5 * PARCELS);
    expect(decided).toEqual(expected);
  });
});
