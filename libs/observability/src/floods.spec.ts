import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../test/support/wait-for.js';
import { Floods } from './floods.job.js';

const NEVER_MS = 3_600_000;

function floods({ first = 2, periodMs = NEVER_MS } = {}) {
  const written: string[] = [];
  const all = new Floods({ first, periodMs });
  const line = (kind: string, text: string): void =>
    all.line(kind, (repeated) => written.push(repeated === undefined ? text : `${text}, one of ${repeated}`));
  return { written, line, flush: () => all.flush() };
}

describe('lines that come in a flood', () => {
  it('are first written one by one, then counted, separately for each kind', () => {
    const { written, line, flush } = floods();
    ['a', 'b', 'c', 'd'].forEach((text) => line('junk', text));
    line('other', 'x');
    expect(written).toEqual(['a', 'b', 'x']);
    flush();
    expect(written).toEqual(['a', 'b', 'x', 'd, one of 2']);
    flush();
    expect(written).toHaveLength(4);
  });

  it('are summed up when their period ends, and written again in the next period', async () => {
    const { written, line } = floods({ first: 1, periodMs: 20 });
    ['a', 'b', 'c'].forEach((text) => line('junk', text));
    await waitFor(() => written.includes('c, one of 2'));
    line('junk', 'd');
    expect(written).toEqual(['a', 'c, one of 2', 'd']);
  });

  it('of too many kinds are summed up early, so that no kind stays in memory', () => {
    const { written, line } = floods({ first: 1 });
    ['a', 'b'].forEach((text) => line('first', text));
    for (let kind = 0; kind < 1_000; kind++) line(`kind ${kind}`, `${kind}`);
    expect(written).toContain('b, one of 1');
  });
});
