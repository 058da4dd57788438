import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../scripts/cli/commands.js';
import { readArguments } from '#libs/command-line';
import { toExplainArgs } from '../../apps/event-builder/src/carriers/explain-args.js';
import { COMMAND as EXPLAIN } from '../../apps/event-builder/src/carriers/mapping-explain.command.js';
import { explainScan } from '../../apps/event-builder/src/carriers/explain-scan.js';
import { explanationText } from '../../apps/event-builder/src/carriers/explanation-text.js';
import type { CourierMapping } from '../../apps/event-builder/src/carriers/mapping-rule.js';
import { parseCarrierFiles } from '../../apps/event-builder/src/carriers/parse-carrier-files.js';
import { languageCodes } from '../../apps/event-builder/src/texts/texts.provider.js';
import { ROOT } from './held-document.js';

const page = readFileSync(join(ROOT, 'docs/mappings.md'), 'utf8');
const blocks = (kind: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

/** The example that an operator copies: its first line names the file. */
const example = blocks('yaml')[0] ?? '';
const file = /^# (\S+)/.exec(example)?.[1] ?? '';

describe('docs/mappings.md', () => {
  const files = parseCarrierFiles([{ layer: 'operator', texts: new Map([[file, example]]), unreadable: [] }], languageCodes());

  it('shows a valid mapping', () => {
    expect([...files.mappings.keys()]).toEqual(['acme']);
  });

  it('shows the output of its explain command', () => {
    const command = blocks('sh').find((text) => text.includes('mapping:explain')) ?? '';
    const argv = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
    const { scan } = toExplainArgs(readArguments(EXPLAIN, argv.slice(argv.indexOf('mapping:explain') + 1)));
    const told = explanationText(explainScan(scan, files.mappings.get(scan.courier) as CourierMapping));
    expect(blocks('text')[0]?.trim()).toBe(told);
  });

  it('names every command for mappings', () => {
    const commands = Object.keys(COMMANDS).filter((name) => name.startsWith('mapping:'));
    expect(new Set(page.match(/mapping:[a-z]+/g))).toEqual(new Set(commands));
  });
});
