import { expect, it } from '@jest/globals';
import { type CpuProfile, summarise } from './cpu-profile.js';

const frame = (functionName: string, url = '', lineNumber = 0): CpuProfile['nodes'][number]['callFrame'] => ({
  functionName,
  url,
  lineNumber,
});

/** root → run → (parse → parse, query); root → idle. */
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 6] },
    { id: 2, callFrame: frame('run', 'file:///clone/dist/apps/a/src/main.js', 9), children: [3, 5] },
    { id: 3, callFrame: frame('parse', 'file:///clone/dist/libs/b/src/parse.js'), children: [4] },
    { id: 4, callFrame: frame('parse', 'file:///clone/dist/libs/b/src/parse.js') },
    { id: 5, callFrame: frame('', 'file:///clone/node_modules/pg/lib/query.js', 4) },
    { id: 6, callFrame: frame('(idle)') },
  ],
  samples: [2, 3, 4, 5, 6],
  timeDeltas: [100_000, 200_000, 300_000, 400_000, 5_000_000],
};

const [head = '', byPlace = '', bySelf = '', byTotal = ''] = summarise(PROFILE).split('\n\n');

it('leaves idle time out of all shares', () => {
  expect(head).toContain('busy 1.00 s of 6.00 s');
  expect(byPlace + bySelf + byTotal).not.toContain('(idle)');
});

it('sums a function’s own time over all its callers', () => {
  expect(bySelf.split('\n').slice(1)).toEqual([
    '  50.0 %      500 ms  parse  libs/b/src/parse.js:1',
    '  40.0 %      400 ms  (anonymous)  pg/lib/query.js:5',
    '  10.0 %      100 ms  run  apps/a/src/main.js:10',
  ]);
});

it('counts a package as one place', () => {
  expect(byPlace).toMatch(/40\.0 % +400 ms +pg$/m);
});

it('counts a recursive function once in its total time', () => {
  expect(byTotal).toMatch(/100\.0 % +1000 ms +run/);
  expect(byTotal).toMatch(/50\.0 % +500 ms +parse/);
});
