import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import { loadSamples } from '../../../../libs/demo/src/samples.js';
import { names, ParcelWorld } from '../../../../test/builders/parcel-world.js';

const samples = loadSamples({ account: 1, suffix: '' });

describe('the samples', () => {
  it.each(samples.map((sample) => [sample.title, sample] as const))('%s', (_, { steps, expected, deadLetters }) => {
    const world = new ParcelWorld();
    const events = steps.flatMap(({ value }) => names(world.take(JSON.parse(value) as JsonObject)));
    events.push(...names(world.tick('2027-01-01T00:00:00Z')));
    expect(events).toEqual(expected);
    expect(world.refused).toHaveLength(deadLetters);
  });
});
