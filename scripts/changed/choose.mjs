import { importersOf, isSource, reach, testTexts, textOf } from './graph.mjs';
import {
  COMMANDS,
  commandFiles,
  DECLARED,
  isAt,
  isForAll,
  isPartOf,
  kindOf,
  NAMES_PAGE,
  PAGE,
  RUN_COMMANDS,
  SERVES_PAGE,
  STACK,
} from './programs.mjs';

/** Why a test file runs. The first true reason counts. */
export const REASONS = {
  all: 'because FILE concerns every test',
  jest: 'by Jest’s selection of unit tests',
  imports: 'import a changed file',
  starts: 'start a program that has a changed file',
  reads: 'read a changed file or list its folder',
  unrecorded: 'have not passed since they were written or changed, so nothing is known about them',
  doubt: 'start programs, which may read a changed file that no test is known to read',
};

/**
 * Chooses the test files that changes concern.
 * @param tree `root`, and `files`: all paths below it, including deleted files
 * @param changes `{ file, isNews }`; isNews = the file was added or deleted
 * @param facts `recordOf` a test file, undefined without a record; `related`: the unit tests that Jest selects
 * @returns chosen test file → key of REASONS
 */
export function choose(tree, changes, { recordOf, related }) {
  const tests = tree.files.filter((file) => kindOf(file) !== undefined);
  const records = new Map(tests.map((test) => [test, recordOf(test)]));
  const context = { ...tree, ...reached(tree, changes), changes, records, related };
  context.isDoubtful = changes.some((change) => isDoubtful(change, context));
  return new Map(tests.map((test) => [test, reasonFor(test, context)]).filter(([, reason]) => reason !== undefined));
}

function reasonFor(test, context) {
  const { root, changes, related, imported, records, isDoubtful } = context;
  const kind = kindOf(test);
  const isRead = (paths) => changes.some(({ file }) => paths.some((path) => isAt(path, file)));
  if (DECLARED[kind]) return isRead(DECLARED[kind]) ? 'reads' : undefined;
  if (changes.some(({ file }) => isForAll(file))) return 'all';
  if (related.includes(test)) return 'jest';
  if (imported.has(test)) return 'imports';
  const record = records.get(test);
  if (!record) return kind === 'unit' ? undefined : 'unrecorded';
  const starts = startsOf(root, test, record);
  if (starts.some((start) => isChangedStart(start, context))) return 'starts';
  if (changes.some((change) => isReadBy(record, change))) return 'reads';
  return isDoubtful && starts.length > 0 ? 'doubt' : undefined;
}

/** Returns the changed files and their importers: `imported` for tests, `run` for programs, `runNamed` for programs whose commands have records. */
function reached({ root, files }, changes) {
  const importers = importersOf(root, files);
  const changed = changes.map(({ file }) => file);
  // A program also reads data files of its app and libs. A changed data file counts as a change of all sources of its app or lib.
  const folders = changed.filter(isData).map((file) => /^[^/]+\/[^/]+\//.exec(file)?.[0]);
  const all = [...changed, ...files.filter((file) => isSource(file) && folders.some((folder) => file.startsWith(folder)))];
  return {
    importers,
    imported: reach(changed, importers),
    run: reach(all, importers),
    runNamed: reach(all, importers, changed.includes(COMMANDS) ? undefined : COMMANDS),
    commands: commandFiles(textOf(root, COMMANDS)),
  };
}

const isData = (file) => /^(?:apps|libs)\/[^/]+\//.test(file) && !isSource(file);

function startsOf(root, test, { starts }) {
  const stack = ['int', 'e2e'].includes(kindOf(test)) ? STACK : [];
  const isOfPage = starts.some((start) => SERVES_PAGE.test(start)) && testTexts(root, test).some((text) => NAMES_PAGE.test(text));
  return [...starts, ...stack, ...(isOfPage ? [PAGE] : [])];
}

function isChangedStart(start, { run, runNamed, commands }) {
  if (RUN_COMMANDS.includes(start)) return runNamed.has(start);
  const [, name] = /^command (.*)$/.exec(start) ?? [];
  if (name !== undefined) return (commands.has(name) ? [commands.get(name)] : [...commands.values()]).some((file) => runNamed.has(file));
  return start.endsWith('/') ? [...run].some((file) => isPartOf(start, file)) : run.has(start);
}

const isReadBy = ({ reads, lists }, { file, isNews }) => [...reads, ...(isNews ? lists : [])].some((path) => isAt(path, file));

/** True when nothing is known about the file: it is not a source, and no test is known to read it. */
function isDoubtful(change, { importers, records }) {
  if (isSource(change.file) || isData(change.file) || importers.get(change.file)?.length > 0) return false;
  const declared = Object.values(DECLARED).flat();
  return ![{ reads: declared, lists: [] }, ...records.values()].some((record) => record && isReadBy(record, change));
}
