import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { changedOption, kindsIn } from './changed-tests.mjs';
import { changesSince, filesOf } from './changes.mjs';
import { choose } from './choose.mjs';
import { type Facts, readRecord, writeRecord } from './records.mjs';

/** A small clone: path → text. */
const TREE = {
  'package.json': '{}',
  'docs/events.md': '',
  'docs/unread.txt': '',
  'deploy/helm/chart/templates/jobs.yaml': '',
  'libs/config/src/index.ts': `export * from './parsers.js';`,
  'libs/config/src/parsers.ts': '',
  'libs/persistence/src/migrate.command.ts': `import '#libs/config';`,
  'apps/event-builder/src/event-builder.app.ts': `import { apply } from './scans/apply-scan.js';\nimport '#libs/config';`,
  'apps/event-builder/src/scans/apply-scan.ts': `import type { A } from './scan-types.js';`,
  'apps/event-builder/src/scans/scan-types.ts': '',
  'apps/event-builder/src/scans/apply-scan.spec.ts': `import './apply-scan.js';`,
  'apps/event-builder/src/carriers/mappings/gls.yaml': '',
  'apps/event-builder/src/erasure/erase.command.ts': '',
  'apps/token-api/src/token-api.app.ts': `import '#libs/config';`,
  'apps/console/src/main.tsx': `import document from '../../../docs/events.md?raw';`,
  'scripts/cli/commands.ts': [
    `  migrate: () => import('../../libs/persistence/src/migrate.command.js'),`,
    `  erase: () => import('../../apps/event-builder/src/erasure/erase.command.js'),`,
  ].join('\n'),
  'scripts/stack/test-stack.main.ts': `import '../cli/commands.js';`,
  'test/support/app-host.main.ts': `import '../../scripts/cli/commands.js';`,
  'test/support/bed.ts': '',
  'test/int/builder.int.spec.ts': `import '../support/bed.js';`,
  'test/int/api.int.spec.ts': `import '../support/bed.js';`,
  'test/int/page.int.spec.ts': `get('/console/');`,
  'test/truth/events-doc.spec.ts': '',
  'test/chart/templates.spec.ts': '',
  'test/image/image.spec.ts': '',
};
const HOST = 'test/support/app-host.main.ts';
const RECORDS: Readonly<Record<string, Partial<Facts>>> = {
  'test/int/builder.int.spec.ts': { starts: [HOST, 'apps/event-builder/src/event-builder.app.ts'] },
  'test/int/api.int.spec.ts': { starts: [HOST, 'apps/token-api/src/token-api.app.ts', 'command erase'] },
  'test/int/page.int.spec.ts': { starts: [HOST, 'apps/token-api/src/token-api.app.ts'] },
  'test/truth/events-doc.spec.ts': { reads: ['docs/events.md'], lists: ['deploy/'] },
};

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  for (const [file, text] of Object.entries(TREE)) write(file, text);
  for (const [test, facts] of Object.entries(RECORDS)) writeRecord(root, test, { reads: [], lists: [], starts: [], ...facts });
});

function write(file: string, text: string): void {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Test files by their short names, with the reason. */
function chosen(file: string, { isNews = false, related = [] as readonly string[] } = {}): Record<string, string> {
  const files = [...new Set([...Object.keys(TREE), file])];
  const found = choose({ root, files }, [{ file, isNews }], { recordOf: (test) => readRecord(root, test), related });
  return Object.fromEntries([...found].map(([test, reason]) => [test.replace(/^.*\/|\..*$/g, ''), reason]));
}

describe('a test file is chosen for a change of', () => {
  it.each([
    ['an app that it starts', 'apps/event-builder/src/scans/apply-scan.ts', { 'apply-scan': 'imports', builder: 'starts' }],
    ['a file that an app reads', 'apps/event-builder/src/carriers/mappings/gls.yaml', { builder: 'starts', api: 'starts' }],
    ['a command that it runs', 'apps/event-builder/src/erasure/erase.command.ts', { api: 'starts' }],
    ['a lib of all apps', 'libs/config/src/parsers.ts', { builder: 'starts', api: 'starts', page: 'starts' }],
    ['a file that fills each database', 'libs/persistence/src/migrate.command.ts', { builder: 'starts', api: 'starts', page: 'starts' }],
    ['a file that tests import', 'test/support/bed.ts', { builder: 'imports', api: 'imports' }],
    ['the console', 'apps/console/src/main.tsx', { page: 'starts' }],
    ['a document that the console also shows', 'docs/events.md', { 'events-doc': 'reads', page: 'starts' }],
    ['a template of the chart', 'deploy/helm/chart/templates/jobs.yaml', { templates: 'reads' }],
    ['a file that no test is known to read', 'docs/unread.txt', { builder: 'doubt', api: 'doubt', page: 'doubt' }],
    ['types only', 'apps/event-builder/src/scans/scan-types.ts', {}],
    ['a program that no test starts', 'bench/load.ts', {}],
  ])('%s', (_, file, expected) => {
    expect(chosen(file)).toEqual(expected);
  });

  it('the packages, whatever the test does; the image and the chart have their own lists', () => {
    const usual = ['apply-scan', 'builder', 'api', 'page', 'events-doc'].map((test) => [test, 'all']);
    expect(chosen('package.json')).toEqual({ ...Object.fromEntries(usual), image: 'reads' });
  });

  it('the names in a folder that it lists', () => {
    expect(chosen('deploy/more.yaml', { isNews: true })).toEqual({ 'events-doc': 'reads' });
  });

  it('anything, while it has no record of its current text', () => {
    write('test/support/bed.ts', 'another text');
    expect(chosen('apps/console/src/main.tsx')).toEqual({ builder: 'unrecorded', api: 'unrecorded', page: 'starts' });
    rmSync(join(root, '.cache'), { recursive: true });
    expect(chosen('bench/load.ts')).toEqual({ builder: 'unrecorded', api: 'unrecorded', page: 'unrecorded', 'events-doc': 'unrecorded' });
  });

  it('the files that Jest finds, if it is a unit test', () => {
    expect(chosen('bench/load.ts', { related: ['apps/event-builder/src/scans/apply-scan.spec.ts'] })).toEqual({ 'apply-scan': 'jest' });
  });
});

describe('the changes', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', ...args], { cwd: root, encoding: 'utf8' });

  it('are the differences of the working tree from a commit: changed, added and deleted files', () => {
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    expect(changesSince(root, 'HEAD')).toEqual([]);
    write('docs/events.md', 'more');
    git('commit', '-qam', 'second');
    write('docs/new file.md', '');
    rmSync(join(root, 'docs/unread.txt'));
    const news = ['docs/new file.md', 'docs/unread.txt'].map((file) => ({ file, isNews: true }));
    expect(changesSince(root, 'HEAD')).toEqual(expect.arrayContaining(news));
    expect(changesSince(root, 'HEAD')).toHaveLength(2);
    expect(changesSince(root, 'HEAD~1')).toEqual(expect.arrayContaining([...news, { file: 'docs/events.md', isNews: false }]));
    expect(filesOf(root)).toContain('docs/new file.md');
    expect(() => changesSince(root, 'nowhere')).toThrow('There is no commit nowhere');
  });
});

describe('the command line', () => {
  it.each([
    [['-t', 'words'], undefined],
    [['--changed'], { commit: 'HEAD', rest: [] }],
    [['--changed', 'main', '-t', 'words'], { commit: 'main', rest: ['-t', 'words'] }],
    [['--changed', '--bail'], { commit: 'HEAD', rest: ['--bail'] }],
    [['--bail', '--changed=HEAD~3'], { commit: 'HEAD~3', rest: ['--bail'] }],
  ])('%j', (args, expected) => {
    expect(changedOption(args)).toEqual(expected);
  });

  it.each([
    [['--bail'], undefined],
    [
      ['--selectProjects', 'unit', 'truth', '--bail'],
      ['unit', 'truth'],
    ],
    [['--selectProjects=int'], ['int']],
  ])('%j', (args, expected) => {
    expect(kindsIn(args)).toEqual(expected);
  });
});
