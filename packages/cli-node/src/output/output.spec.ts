import { describe, expect, it } from '@jest/globals';
import { cleanJson, cleanText } from './clean-text.js';
import { Output, type OutputOptions } from './output.js';

const HOSTILE = 'a\u001b[31mb\u0007\r\n\u009bc\u202ed\u2028e\ud800f\u0000';

describe('foreign text', () => {
  it('cannot steer a terminal', () => {
    expect(cleanText(HOSTILE)).toBe('a\ufffd[31mb\ufffd\ufffd\ufffd\ufffdc\ufffdd\ufffde\ufffdf\ufffd');
    expect(cleanText('Köln „Süd“ 📦 ہے')).toBe('Köln „Süd“ 📦 ہے');
  });

  it('in JSON cannot either, and is read as it was', () => {
    const written = cleanJson({ [HOSTILE]: HOSTILE }, 2);
    expect(written.replaceAll('\n', '')).toBe(cleanText(written.replaceAll('\n', '')));
    expect(JSON.parse(written)).toEqual({ [HOSTILE]: HOSTILE });
  });
});

function outputOf({ isTTY = false, env = {} }: { isTTY?: boolean; env?: OutputOptions['env'] } = {}): {
  output: Output;
  out: string[];
  err: string[];
} {
  const [out, err]: [string[], string[]] = [[], []];
  const output = new Output({ out: { write: (text) => out.push(text), isTTY }, err: { write: (text) => err.push(text), isTTY }, env });
  return { output, out, err };
}

describe('the output', () => {
  it('has colours in a terminal', () => {
    const { output, out } = outputOf({ isTTY: true });
    output.line('a ', { text: 'b', tone: 'good' });
    expect(out).toEqual(['a \u001b[32mb\u001b[39m\n']);
  });

  it.each([
    ['a pipe', { isTTY: false }],
    ['a terminal with NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }],
    ['a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }],
  ])('has no colours in %s', (_, options) => {
    const { output, out } = outputOf(options);
    output.line({ text: 'b', tone: 'bad' });
    expect(out).toEqual(['b\n']);
  });

  it('aligns columns in a terminal, and separates them by tabs in a pipe', () => {
    const rows = [
      ['a', 'bb', 'c'],
      ['aaa', 'b', 'cc'],
    ];
    const [terminal, pipe] = [outputOf({ isTTY: true }), outputOf()];
    terminal.output.table(rows);
    pipe.output.table(rows);
    expect(terminal.out).toEqual(['a    bb  c\naaa  b   cc\n']);
    expect(pipe.out).toEqual(['a\tbb\tc\naaa\tb\tcc\n']);
  });

  it('is either lines or JSON', () => {
    const { output, out } = outputOf();
    output.value({ a: 1 });
    output.useJson(true);
    output.line('a');
    output.table([['a']]);
    output.value({ b: 1 }, 0);
    expect(out).toEqual(['{"b":1}\n']);
  });

  it('masks secrets wherever they come from', () => {
    const { output, out, err } = outputOf();
    output.hide('pew_secret');
    output.line('the server says pew_secret');
    output.note('pew_secret');
    output.always({ a: 'pew_secret' });
    expect([...out, ...err].join('')).not.toContain('pew_secret');
    expect(out[0]).toBe('the server says [secret]\n');
  });

  it('shows a secret in a terminal only', () => {
    const [terminal, pipe] = [outputOf({ isTTY: true }), outputOf()];
    terminal.output.hide('whsec_1');
    expect([terminal.output.secretLine('S: ', 'whsec_1'), pipe.output.secretLine('S: ', 'whsec_1')]).toEqual([true, false]);
    expect([terminal.out, pipe.out]).toEqual([['S: whsec_1\n'], []]);
  });
});
