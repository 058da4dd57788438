import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';
import { quotedTitles } from './quoted-titles.js';

const [DOC = ''] = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8').split('\n## ');
const PROMISES = [...DOC.matchAll(/^\| (.+?) \| `((?:test|apps|libs)\/[^`]+)` \| (.+?) \|$/gm)].map(
  ([, promise = '', file = '', title = '']) => ({
    promise,
    file,
    title,
  }),
);

describe('docs/reliability.md', () => {
  it('promises something', () => {
    expect(PROMISES.length).toBeGreaterThan(15);
    expect(PROMISES).toHaveLength(DOC.split('\n').filter((line) => line.startsWith('| ')).length - 2);
  });

  it('marks the rows that npm test leaves out', () => {
    for (const { promise, file } of PROMISES) expect([file, promise.includes('(*long*)')]).toEqual([file, file.startsWith('test/long/')]);
  });

  it.each(PROMISES)('$promise: its test stands', ({ file, title }) => {
    expect(quotedTitles(file, title)).toHaveLength(1);
  });
});
