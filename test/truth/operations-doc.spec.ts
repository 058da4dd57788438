import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGES = ['docs/operations.md', 'docs/backup-and-moves.md', 'docs/runbooks.md', 'docs/metrics.md', 'docs/scaling.md'];
/** Paths on the internal port for an orchestrator and Prometheus, and the path of an OpenTelemetry collector. */
const OTHER_PATHS = ['/health/live', '/health/ready', '/metrics', '/v1/traces'];
const { paths: routes } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };

/** Returns each path that stands alone between backticks, and each call of the API. */
const pathsIn = (page: string): { call: string; method: string; path: string }[] =>
  [...page.matchAll(/`(?:(GET|POST|PUT|PATCH|DELETE) )?(\/[a-z][^`?]*)(?:\?[^`]*)?`/g)].map(([call, method = '', path = '']) => ({
    call,
    method,
    path,
  }));

describe.each(PAGES)('%s', (file) => {
  const named = pathsIn(read(file));

  it('names only paths that the apps answer', () => {
    const isAnswered = ({ method, path }: (typeof named)[number]): boolean =>
      method === '' ? OTHER_PATHS.includes(path) : method.toLowerCase() in (routes[path] ?? {});
    expect(named.filter((each) => !isAnswered(each)).map(({ call }) => call)).toEqual([]);
  });
});
