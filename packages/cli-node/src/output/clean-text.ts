/**
 * What a terminal may obey or reorder, and half characters: controls (C0, DEL, C1), line and paragraph separators, and the marks that change
 * the direction of text.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns foreign text that cannot steer a terminal: each such character is replaced, a line break too. */
export const cleanText = (text: string): string => text.replace(UNSAFE, '\ufffd');

/** Returns JSON whose strings cannot steer a terminal either. A parser reads the same values. */
export const cleanJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    character === '\n' ? character : [...unitsOf(character)].map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join(''),
  );

function* unitsOf(character: string): Generator<number> {
  for (let at = 0; at < character.length; at++) yield character.charCodeAt(at);
}
