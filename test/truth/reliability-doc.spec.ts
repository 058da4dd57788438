import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const [DOC = ''] = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8').split('\n## ');
const PROMISES = [...DOC.matchAll(/^\| (.+?) \| `((?:test|apps|libs)\/[^`]+)` \| (.+?) \|$/gm)].map(
  ([, promise = '', file = '', title = '']) => ({
    promise,
    file,
    title,
  }),
);

const textOf = (file: string): string => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '');

describe('docs/reliability.md', () => {
  it('promises something', () => {
    expect(PROMISES.length).toBeGreaterThan(15);
    expect(PROMISES).toHaveLength(DOC.split('\n').filter((line) => line.startsWith('| ')).length - 2);
  });

  it('marks the rows that npm test leaves out', () => {
    for (const { promise, file } of PROMISES) expect([file, promise.includes('(*long*)')]).toEqual([file, file.startsWith('test/long/')]);
  });

  it.each(PROMISES)('$promise: its test stands', ({ file, title }) => {
    const titles = [...textOf(file).matchAll(/\b(?:it|test)\((['"`])(.+?)\1,/g)].map(([, , each = '']) => each.replace(/ \(SEED=.*$/, ''));
    expect(titles).toContain(title);
  });
});
