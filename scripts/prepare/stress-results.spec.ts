import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { keyOf, readResults, resultsOf, table } from './stress-results.mjs';

let folder: string;
let file: string;
beforeAll(() => {
  folder = temporaryFolder();
  file = join(folder, 'a.spec.ts');
  writeFileSync(file, 'first');
});

const run = (path: string, failed: number, ms: number) => ({ ...keyOf(path), ms, failed, failures: failed > 0 ? ['its title'] : [] });

describe('results of test:stress', () => {
  it('are read as they were written, except for a line that was cut off', () => {
    const results = join(folder, 'results.jsonl');
    writeFileSync(results, `${JSON.stringify(run(file, 0, 5))}\n{"file": "cut`);
    expect(readResults(results)).toEqual([run(file, 0, 5)]);
    expect(readResults(join(folder, 'none'))).toEqual([]);
  });

  it('of a changed file are dropped', () => {
    const kept = [run(file, 1, 5)];
    expect(resultsOf(file, kept)).toHaveLength(1);
    writeFileSync(file, 'mended');
    expect(resultsOf(file, kept)).toEqual([]);
  });

  it('are listed by file: failures first, then the slowest', () => {
    const other = join(folder, 'b.spec.ts');
    writeFileSync(other, 'other');
    const lines = table([file, other], [run(file, 0, 9_000), run(file, 0, 1_000), run(other, 1, 200)]).split('\n');
    expect(lines.map((line) => line.trim().replace(/ +/g, ' ').replace(/\S*\//, ''))).toEqual([
      '1 runs 1 failed 0.2 s b.spec.ts',
      '● its title',
      '2 runs 0 failed 9.0 s a.spec.ts',
      '3 runs of 2 files, 1 failed',
    ]);
  });
});
