import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGES = ['docs/operations.md', 'docs/runbooks.md', 'docs/metrics.md', 'docs/scaling.md'];
/** Of a program that is not ours. */
const OF_OTHERS = ['/v1/traces'];

/** What InternalServer answers with something else than 404. */
const internalPaths = [...read('libs/observability/src/internal.server.ts').matchAll(/case '(\/[^']*)':/g)].map(([, path]) => path);
const { paths: routes } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };

/** Each path that stands alone between backticks, and each call of the API. */
const pathsIn = (page: string): { call: string; method: string; path: string }[] =>
  [...page.matchAll(/`(?:(GET|POST|PUT|PATCH|DELETE) )?(\/[a-z][^`?]*)(?:\?[^`]*)?`/g)].map(([call, method = '', path = '']) => ({
    call,
    method,
    path,
  }));

describe.each(PAGES)('%s', (file) => {
  const named = pathsIn(read(file));

  it('names paths that the apps answer', () => {
    const isAnswered = ({ method, path }: (typeof named)[number]): boolean =>
      method === '' ? [...internalPaths, ...OF_OTHERS].includes(path) : method.toLowerCase() in (routes[path] ?? {});
    expect(named.filter((each) => !isAnswered(each)).map(({ call }) => call)).toEqual([]);
  });
});

it('docs/operations.md names every internal path', () => {
  expect(pathsIn(read('docs/operations.md')).map(({ path }) => path)).toEqual(expect.arrayContaining(internalPaths));
});
