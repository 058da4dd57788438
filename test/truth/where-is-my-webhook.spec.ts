import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATES, OUTCOMES } from '#libs/contracts';
import { WAITS } from '../../apps/token-api/src/deliveries/delivery-views.js';
import { FINDING_CODES } from '../../apps/token-api/src/explain/finding.js';
import { COMMANDS } from '../../scripts/cli/commands.js';
import { ROOT } from './held-document.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGE = read('docs/where-is-my-webhook.md');
const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };

/** The first cells of the first table below a heading, where they are one quoted word; each word once. */
function wordsOf(heading: string): string[] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const [table = ''] = section.split(/\n#/);
  return [...new Set([...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, word = '']) => word))];
}

describe('docs/where-is-my-webhook.md', () => {
  it('has a row for every status of a delivery, and none for another', () => {
    expect(wordsOf("The delivery's status")).toEqual(DELIVERY_STATES);
  });

  it('has a row for every outcome of an attempt, and none for another', () => {
    expect(wordsOf("The attempt's outcome")).toEqual(OUTCOMES);
  });

  it('has a row for every code of an explanation', () => {
    const [, section = ''] = PAGE.split('\n## One call says why\n');
    const named = new Set([...(section.split('\n## ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, word]) => word));
    const pending = FINDING_CODES.filter((code) => code.startsWith('pending_'));
    expect(pending.map((code) => code.slice('pending_'.length)).toSorted()).toEqual(WAITS.toSorted());
    expect(FINDING_CODES.filter((code) => !named.has(code) && !pending.includes(code))).toEqual([]);
  });

  it('names calls that the API has', () => {
    const calls = [...PAGE.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?]+)(?:\?[^`]*)?`/g)];
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter(([, method = '', path = '']) => !(method.toLowerCase() in (paths[path] ?? {}))).map(([call]) => call)).toEqual([]);
  });

  it('names commands that there are', () => {
    const commands = [...PAGE.matchAll(/`(?:npm run cli -- )?([a-z]+:[a-z]+)\b/g)].map(([, name = '']) => name);
    expect(commands).toContain('mapping:explain');
    expect(commands.filter((name) => !(name in COMMANDS))).toEqual([]);
  });
});
