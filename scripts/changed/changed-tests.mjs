import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isImageUnproved } from '../prepare/image-proof.mjs';
import { listTests } from '../prepare/jest.mjs';
import { changesSince, filesOf } from './changes.mjs';
import { choose, REASONS } from './choose.mjs';
import { isForAll, kindOf } from './programs.mjs';
import { readRecord } from './records.mjs';

/** Reads `--changed`, `--changed COMMIT` and `--changed=COMMIT`. @returns the commit and the other arguments; undefined without the option */
export function changedOption(args) {
  const index = args.findIndex((arg) => /^--changed(?:=|$)/.test(arg));
  if (index < 0) return undefined;
  const [own, next] = args.slice(index, index + 2);
  const isNextCommit = own === '--changed' && next !== undefined && !next.startsWith('-');
  const commit = (isNextCommit ? next : own.split('=')[1]) || 'HEAD';
  return { commit, rest: args.toSpliced(index, isNextCommit ? 2 : 1) };
}

/** Returns the kinds that `--selectProjects` names; undefined without the option. */
export function kindsIn(args) {
  const index = args.findIndex((arg) => /^--selectProjects(?:=|$)/.test(arg));
  if (index < 0) return undefined;
  const behind = args.slice(index + 1);
  const end = behind.findIndex((arg) => arg.startsWith('-'));
  return [...args[index].split('=').slice(1), ...(end < 0 ? behind : behind.slice(0, end))];
}

/** @param kinds the kinds that may run, undefined = all @returns the test files that the changes concern, and a few lines that say why */
export function chooseTests(root, commit, kinds) {
  const changes = changesSince(root, commit);
  const files = [...new Set([...filesOf(root), ...changes.map(({ file }) => file)])];
  const isThere = (file) => existsSync(join(root, file));
  const isCandidate = (file) => isThere(file) && kindOf(file) !== undefined && (kinds?.includes(kindOf(file)) ?? true);
  if (changes.length === 0) return { tests: [], words: `Nothing has changed since ${commit}: no tests run.` };
  const related = relatedTo(root, changes.map(({ file }) => file).filter(isThere));
  const chosen = choose({ root, files }, changes, { recordOf: (file) => readRecord(root, file), related });
  const isProved = !isImageUnproved(root);
  const tests = [...chosen.keys()].filter((file) => isCandidate(file) && !(isProved && kindOf(file) === 'image'));
  return { tests, words: describe({ commit, changes, tests, chosen, total: files.filter(isCandidate).length }) };
}

/** Jest only follows files with these extensions: moduleFileExtensions in jest.config.js. */
function relatedTo(root, changed) {
  const files = changed.filter((file) => /\.(?:js|json|ts)$/.test(file));
  if (files.length === 0) return [];
  return listTests(['--selectProjects', 'unit', '--findRelatedTests', ...files]).map((path) => relative(root, path));
}

function describe({ commit, changes, tests, chosen, total }) {
  const [one] = changes;
  const what = changes.length === 1 ? one.file : `${changes.length} files`;
  const kinds = counts(tests.map(kindOf)).map(([kind, count]) => `${count} ${kind}`);
  const reasons = counts(tests.map((test) => chosen.get(test)));
  const lines = Object.keys(REASONS).flatMap((reason) => reasons.filter(([name]) => name === reason));
  return [
    `${what} changed since ${commit}; ${tests.length} of ${total} test files run${tests.length > 0 ? `: ${kinds.join(', ')}` : '.'}`,
    ...lines.map(
      ([reason, count]) =>
        `${String(count).padStart(5)} ${REASONS[reason].replace('FILE', changes.map(({ file }) => file).find(isForAll))}`,
    ),
  ].join('\n');
}

const counts = (names) => Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all.length]);
