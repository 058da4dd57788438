import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TOPICS } from '#libs/contracts';

const ROOT = join(import.meta.dirname, '../..');

/** Excludes the console, which runs in a browser: lint has separate rules for it. */
function sourcesOf(...folders: string[]): { path: string; text: string }[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .filter(({ path }) => !path.startsWith('apps/console/'));
}

const offenders = (sources: { path: string; text: string }[], pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('topics', () => {
  it('are named in one file only', () => {
    // `events` and `scans` are also fields, columns and routes; the other names only name topics.
    const names = Object.values(TOPICS)
      .map(({ name }) => name)
      .filter((name) => !['events', 'scans'].includes(name));
    const literal = new RegExp(`['"](?:${names.join('|')})(?:\\.dlq)?['"]`);
    expect(offenders(sourcesOf('apps', 'libs'), literal)).toEqual(['libs/contracts/src/topics.ts']);
  });
});

describe('a consumer or producer', () => {
  it('never lets the broker create a topic, which would have the defaults of the broker', () => {
    const made = sourcesOf('libs/messaging/src/client').flatMap(({ path, text }) =>
      [...text.matchAll(/\.(?:consumer|producer)\((?:\{[^}]*)?/g)].map(([options]) => ({ path, options })),
    );
    expect(made).toHaveLength(2);
    expect(made.filter(({ options }) => !options.includes('allowAutoTopicCreation: false'))).toEqual([]);
  });
});

describe('process.env', () => {
  it('is read by the mains only', () => {
    expect(offenders(sourcesOf('apps', 'libs'), /process\.env/).filter((path) => !/(?:^|[/.])main\.ts$/.test(path))).toEqual([]);
  });
});

describe('a file without a suffix', () => {
  const isPlain = (path: string): boolean => !/\.[a-z]+\.ts$|\/main\.ts$/.test(path);
  const pure = sourcesOf('apps', 'libs/contracts', 'libs/egress', 'libs/errors', 'libs/receiver-check').filter(({ path }) => isPlain(path));

  it('uses no clock and no chance', () => {
    expect(offenders(pure, /new Date\(\)|Date\.now\(|Math\.random\(|randomUUID\(|randomBytes\(/)).toEqual([]);
  });

  it('has no decorator of the framework', () => {
    expect(offenders(pure, /@(?:Injectable|Controller|Module|Entity)\(/)).toEqual([]);
  });
});

describe('code that ships', () => {
  it('imports nothing from tests, benchmarks and drawings, which the image does not contain', () => {
    const sources = sourcesOf('apps', 'libs', 'scripts/cli', 'scripts/stack');
    expect(offenders(sources, /from '(?:\.\.\/)+(?:test|bench|dashboard|packages|screenshots)\//)).toEqual([]);
    const imageOnly = sourcesOf('apps', 'libs', 'scripts/cli');
    expect(offenders(imageOnly, /from '(?:\.\.\/)+(?:scripts\/)?(?:stack|prepare)\//)).toEqual([]);
  });
});

describe('a service', () => {
  it('is a class that Nest creates', () => {
    const services = sourcesOf('apps', 'libs').filter(({ path }) => path.endsWith('.service.ts'));
    expect(services.filter(({ text }) => !text.includes('@Injectable()')).map(({ path }) => path)).toEqual([]);
  });
});

describe('a consumer', () => {
  it('begins with a comment on its input and its output', () => {
    const consumers = sourcesOf('apps').filter(({ path }) => path.endsWith('.consumer.ts'));
    expect(consumers).not.toEqual([]);
    expect(consumers.filter(({ text }) => !/^\/\/ in: .+; out: /.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the folders of an app', () => {
  /** Skips the files in the root of an app: every folder reads its settings, and its module lists every folder. */
  const edgesOf = (app: string): Map<string, Set<string>> => {
    const edges = new Map<string, Set<string>>();
    for (const { path, text } of sourcesOf(`apps/${app}/src`)) {
      const from = relative(`apps/${app}/src`, dirname(path));
      for (const [, imported] of text.matchAll(/from '(\.[^']+)'/g)) {
        const to = relative(`apps/${app}/src`, dirname(join(dirname(path), imported!)));
        if (from !== '' && to !== '' && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
      }
    }
    return edges;
  };

  const circleFrom = (folder: string, edges: Map<string, Set<string>>): string[] | undefined => {
    const seen = new Set<string>();
    const search = (at: string, way: string[]): string[] | undefined => {
      for (const next of edges.get(at) ?? []) {
        if (next === folder) return [...way, at, next];
        if (seen.has(next)) continue;
        seen.add(next);
        const found = search(next, [...way, at]);
        if (found) return found;
      }
      return undefined;
    };
    return search(folder, []);
  };

  it.each(['webhook-sender'])('of %s import each other in one direction', (app) => {
    const edges = edgesOf(app);
    expect(edges.size).toBeGreaterThan(5);
    expect([...edges.keys()].flatMap((folder) => circleFrom(folder, edges)?.join(' → ') ?? [])).toEqual([]);
  });
});
