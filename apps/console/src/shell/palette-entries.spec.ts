import { describe, expect, it } from '@jest/globals';
import { entriesFor, type PaletteEntry } from './palette-entries.js';

const entry = (label: string, group: string): PaletteEntry => ({ id: label, label, group, run: () => undefined });
const ENTRIES = [
  entry('Parcels', 'Pages'),
  entry('Create a receiver', 'Actions'),
  entry('Shop Vienna', 'Receivers'),
  ...Array.from({ length: 20 }, (_, nth) => entry(`Portal ${nth}`, 'Receivers')),
];
const labels = (text: string): string[] => entriesFor(ENTRIES, text).flatMap(({ entries }) => entries.map(({ label }) => label));

describe('the entries of the palette', () => {
  it('have every typed word, whatever its case and order', () => {
    expect(labels('vienna SHOP')).toEqual(['Shop Vienna']);
    expect(labels('parcels')).toEqual(['Parcels']);
    expect(labels('nothing like it')).toEqual([]);
  });

  it('are all shown without a text, and no group hides the others', () => {
    expect(entriesFor(ENTRIES, ' ').map(({ label, entries }) => [label, entries.length])).toEqual([
      ['Pages', 1],
      ['Actions', 1],
      ['Receivers', 8],
    ]);
  });
});
