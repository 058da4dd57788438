import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const DOC = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const THREATS = [...DOC.matchAll(/^\| ([STRIDE]) \| (.+?) \| (.+?) \| `([^`]+\.spec\.ts)` \| (.+?) \|$/gm)].map(
  ([, kind = '', threat = '', mitigation = '', file = '', title = '']) => ({ kind, threat, mitigation, file, title }),
);

const textOf = (file: string): string => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '');

describe('SECURITY.md', () => {
  it('tells of every kind of threat', () => {
    expect(new Set(THREATS.map(({ kind }) => kind))).toEqual(new Set('STRIDE'));
    expect(THREATS).toHaveLength(DOC.split('\n').filter((line) => /^\| [STRIDE] \|/.test(line)).length);
  });

  it.each(['## Reporting', '## Supported versions', '## What is protected', '## Who is who', '## What remains'])('says %s', (section) => {
    expect(DOC).toContain(`\n${section}\n`);
  });

  it.each(THREATS)('$threat: its test stands', ({ file, title }) => {
    expect([file, ["'", '"', '`'].some((quote) => textOf(file).includes(`${quote}${title}${quote},`))]).toEqual([file, true]);
  });
});
