// Checks that the workflows do what the scripts do, and that their page lists what they use. `npm run check -- workflows` checks their
// syntax.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { USUAL } from '../../scripts/prepare/jest.mjs';
import { holdPart, ROOT } from './held-document.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Step {
  readonly run?: string;
  readonly uses?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly kinds?: readonly string[]; readonly part?: readonly string[] } };
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();
const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const commandsOf = ({ jobs }: Workflow): string[] =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run?.split('\n') ?? []));
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

describe('the workflow of a pull request', () => {
  const jobs = workflow('pull-request').jobs;
  const commands = commandsOf(workflow('pull-request'));

  it('runs every step of .ci/run', () => {
    const steps = [...read('scripts/ci-steps.mjs').matchAll(/script: '([^']+)'/g)].map(([, script]) => `npm run ${script}`);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.filter((step) => !commands.includes(step))).toEqual([]);
  });

  it('runs every kind of test that .ci/run runs', () => {
    const [option, ...kinds] = USUAL;
    expect(option).toBe('--selectProjects');
    expect(kinds).toContain('int');
    expect(jobs['tests']?.strategy?.matrix.kinds?.flatMap((each) => each.split(' ')).toSorted()).toEqual([...kinds, 'image'].toSorted());
  });
});

describe('the nightly workflow', () => {
  it('runs every part of npm run test:long, with separate jobs for fuzzing and for the chart on a cluster', () => {
    const { long, fuzz, kind } = workflow('nightly').jobs;
    const [, parts = ''] = /const PARTS = (\{[^]*?\n\});/.exec(read('scripts/test-long.mjs')) ?? [];
    const names = [...parts.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name ?? '');
    expect([fuzz, kind]).not.toContain(undefined);
    expect(names).toContain('soak');
    expect([...(long?.strategy?.matrix.part ?? []), 'fuzz', 'kubernetes'].toSorted()).toEqual(names.toSorted());
  });
});

describe.each(FILES)('%s', (file) => {
  const { permissions, jobs } = parse(read(file)) as Workflow;

  it('lets a job write only what the job declares', () => expect(permissions).toEqual({ contents: 'read' }));

  it('calls only scripts that exist', () => {
    const called = commandsOf({ permissions, jobs }).flatMap((line) => [...line.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => name));
    expect(called.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
  });
});

describe('the actions', () => {
  const lines = [...FILES, '.github/actions/prepare/action.yml'].flatMap((file) => read(file).split('\n'));
  const used = new Set(lines.flatMap((line) => /uses: ([^.\s]\S+(?: # \S+)?)/.exec(line)?.[1] ?? []));

  it('are pinned to a commit with its tag beside it, or to a tag', () => {
    expect([...used].filter((each) => !/^[\w-]+\/[\w-]+@(?:[0-9a-f]{40} # v\d+\.\d+\.\d+|v\d+(?:\.\d+)*)$/.test(each))).toEqual([]);
  });

  it('are listed in .github/workflows/README.md', () => {
    const pins = [...used].toSorted().map((each) => /^(?<name>.+)@(?<pin>\S+)(?: # (?<tag>\S+))?$/.exec(each)?.groups ?? {});
    const list = (those: typeof pins): string =>
      those.map(({ name, pin, tag }) => `[${name}](https://github.com/${name}) ${tag ?? pin}`).join(', ');
    const [commits, tags] = [pins.filter(({ tag }) => tag !== undefined), pins.filter(({ tag }) => tag === undefined)];
    holdPart('.github/workflows/README.md', 'actions', `- by commit: ${list(commits)}\n- by tag: ${list(tags)}`);
  });
});

describe('the issue forms', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter((file) => !file.endsWith('config.yml'));

  it.each(forms)('%s meets GitHub’s rules for a form', (file) => {
    const { name, description, body } = parse(read(file)) as Form;
    expect([name, description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
    const fields = body.filter(({ type }) => type !== 'markdown');
    expect(fields.filter(({ attributes }) => attributes.label === undefined)).toEqual([]);
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id ?? ''))).toEqual([]);
  });
});

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: { readonly label?: string } }[];
}
