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

it('idle time is no share of anything', () => {
  expect(head).toContain('busy 1.00 s of 6.00 s');
  expect(byPlace + bySelf + byTotal).not.toContain('(idle)');
});

it('time of a function alone is gathered from all places it was called from', () => {
  expect(bySelf.split('\n').slice(1)).toEqual([
    '  50.0 %      500 ms  parse  libs/b/src/parse.js:1',
    '  40.0 %      400 ms  (anonymous)  pg/lib/query.js:5',
    '  10.0 %      100 ms  run  apps/a/src/main.js:10',
  ]);
});

it('a package is one place', () => {
  expect(byPlace).toMatch(/40\.0 % +400 ms +pg$/m);
});

it('with what it calls, a function that calls itself counts once', () => {
  expect(byTotal).toMatch(/100\.0 % +1000 ms +run/);
  expect(byTotal).toMatch(/50\.0 % +500 ms +parse/);
});
