import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { shownNeeds, toRows } from './overview-rows.js';

const receiver = (name: string, stillFailed: number) =>
  ({
    receiverId: name,
    name,
    url: `https://${name}.example`,
    health: { state: 'healthy', stillFailed, last24h: { attempts: 0, delivered: 0, failed: 0 } },
  }) as Schemas['ListedReceiver'];

/** Seven receivers need attention: `a` most, `g` least. `well` needs none. */
const ROWS = toRows([...'abcdefg'].map((name, place) => receiver(name, 10 - place)).concat(receiver('well', 0)), {
  begins: [],
  points: undefined,
});
const shownFor = (...touched: string[]) => {
  const { shown, more } = shownNeeds(ROWS, new Set(touched));
  return [shown.map((row) => row.receiver.name).join(' '), more];
};

describe('the receivers that need somebody', () => {
  it('are the six worst, and the number of the others', () => {
    expect(shownFor()).toEqual(['a b c d e f', 1]);
  });

  it('keep a touched receiver when it works again', () => {
    expect(shownFor('well')).toEqual(['a b c d e f well', 1]);
    expect(shownFor('a', 'g', 'well')).toEqual(['a b c d e f g well', 0]);
  });
});
