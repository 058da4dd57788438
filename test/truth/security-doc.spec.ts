import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';
import { quotedTitles } from './quoted-titles.js';

const DOC = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const THREATS = [...DOC.matchAll(/^\| ([STRIDE]) \| (.+?) \| (.+?) \| `([^`]+\.spec\.ts)` \| (.+?) \|$/gm)].map(
  ([, kind = '', threat = '', mitigation = '', file = '', title = '']) => ({ kind, threat, mitigation, file, title }),
);

describe('SECURITY.md', () => {
  it('tells of every kind of threat', () => {
    expect(new Set(THREATS.map(({ kind }) => kind))).toEqual(new Set('STRIDE'));
    expect(THREATS).toHaveLength(DOC.split('\n').filter((line) => /^\| [STRIDE] \|/.test(line)).length);
  });

  it.each(['## Reporting', '## Supported versions', '## What is protected', '## Who is who', '## What remains'])('says %s', (section) => {
    expect(DOC).toContain(`\n${section}\n`);
  });

  it.each(THREATS)('$threat: its test stands', ({ file, title }) => {
    expect([file, quotedTitles(file, title).length]).toEqual([file, 1]);
  });
});
