import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATES, OUTCOMES } from '#libs/contracts';
import { WAITS } from '../../apps/token-api/src/deliveries/delivery-views.js';
import { ROOT } from './held-document.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGE = read('docs/where-is-my-webhook.md');
const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };

/** Returns the first cells of the first table below a heading that are one quoted word, without the table's head. */
function wordsOf(heading: string): string[] {
  const [, section = ''] = PAGE.split(`# ${heading}\n`);
  const [table = ''] = section.split(/\n#/);
  const [, rows = ''] = table.split(/^\| ---.*$/m);
  return [...rows.matchAll(/^\| `([^`]+)` \|/gm)].map(([, word = '']) => word);
}

describe('docs/where-is-my-webhook.md', () => {
  it('has a row for every status of a delivery, and for no other word', () => {
    expect(wordsOf("The delivery's status")).toEqual(DELIVERY_STATES);
  });

  it('has a row for every outcome of an attempt, and for no other word', () => {
    expect(wordsOf("The attempt's outcome")).toEqual(OUTCOMES);
  });

  it('has a row for every cause that keeps a delivery pending', () => {
    expect(wordsOf('Pending for long').toSorted()).toEqual(WAITS.toSorted());
  });

  it('names only calls that the API has', () => {
    const calls = [...PAGE.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?]+)(?:\?[^`]*)?`/g)];
    expect(calls).not.toEqual([]);
    expect(calls.filter(([, method = '', path = '']) => !(method.toLowerCase() in (paths[path] ?? {}))).map(([call]) => call)).toEqual([]);
  });
});
