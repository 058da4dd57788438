// The entries of the palette, and those that match a text.

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

/** A longer group would hide the others. */
const MOST_OF_GROUP = 8;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns the entries that have every word of the text, by group, in their order. */
export function entriesFor(entries: readonly PaletteEntry[], text: string): readonly PaletteGroup[] {
  const sought = wordsOf(text);
  const found = entries.filter(({ label, group }) => sought.every((word) => `${label} ${group}`.toLowerCase().includes(word)));
  return [...Map.groupBy(found, ({ group }) => group)].map(([label, of]) => ({ label, entries: of.slice(0, MOST_OF_GROUP) }));
}
