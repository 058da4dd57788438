import { describe, expect, it } from '@jest/globals';
import { createScreen, tableLines } from './screen.js';

const written = (isTTY: boolean, environment: NodeJS.ProcessEnv): string => {
  let text = '';
  createScreen({ isTTY, write: (more) => (text += more) }, environment).warn('late');
  return text;
};

describe('the screen', () => {
  it('has colours only on a terminal, and none with NO_COLOR', () => {
    expect(written(true, {})).toContain('\u001b[');
    expect(written(true, { NO_COLOR: '1' })).toBe('  late\n');
    expect(written(false, {})).toBe('  late\n');
  });

  it('aligns columns, counting accented letters once', () => {
    expect(
      tableLines({
        head: ['a', 'b'],
        rows: [
          ['Zustellung läuft', 'x'],
          ['é', 'y'],
        ],
      }),
    ).toEqual(['a                 b', 'Zustellung läuft  x', 'é                 y']);
  });
});
