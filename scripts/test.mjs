import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { changedOption, chooseTests, kindsIn } from './changed/changed-tests.mjs';
import { runAtEachChange } from './changed/watch.mjs';
import { isImageUnproved, rememberImageProof } from './prepare/image-proof.mjs';
import { startJest, USUAL } from './prepare/jest.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const USAGE = `usage: npm test [-- FILE… | -- OPTIONS]

  npm test                              all tests except the long ones, on a real Kafka broker and PostgreSQL; the image, if its files changed
  npm test -- --changed                 the test files that your changes concern; --changed COMMIT: all changes since that commit
  npm test -- path/to/file.spec.ts      only this file, of any kind
  npm test -- --selectProjects unit     one kind: unit (beside the code), truth (documents), fuzz, int, e2e and image (real parts), long
  npm test -- -t 'some words'           only the tests whose titles contain these words
  npm run test:watch                    --changed for unit and truth tests, at each change; -- --selectProjects …: for other kinds
  npm run test:long                     tests of many minutes: see npm run test:long -- --help

--changed uses Jest's selection of unit tests. Another test file runs when it imports, starts or reads a changed file. The last passed
run of each test file records this in .cache/test-facts; a test file without a record runs. long tests do not run.

unit and truth tests need neither Java nor a database. int, e2e, image and long tests start Kafka and PostgreSQL themselves, or use
KAFKA_BROKERS and DATABASE_URL (the brokers must allow sessions of 3 s: group.min.session.timeout.ms). Truth tests rewrite the generated documents with UPDATE_DOCS=1.
All other options are jest's: npx jest --help
`;
/** Kinds that need a broker and a database. */
const REAL_PARTS = ['int', 'e2e', 'image', 'long'];
const TITLE_OPTIONS = ['-t', '--testNamePattern'];
/** The image takes minutes: .ci/run always builds it (TEST_IMAGE=always); other runs build it only when its files changed. */
const usual = () => (process.env.TEST_IMAGE === 'always' || isImageUnproved(ROOT) ? [...USUAL, 'image'] : USUAL);

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return;
  }
  if (args.includes('--watch')) return watch(args.filter((arg) => arg !== '--watch'));
  const { commit, rest = args } = changedOption(args) ?? {};
  if (commit === undefined) process.exit(await run(args));
  await prepare({ broker: false, compile: false });
  const { tests, words } = chooseTests(ROOT, commit, kindsIn(rest));
  process.stdout.write(`${words}\n`);
  const files = tests.filter((test) => !test.startsWith('test/chart/'));
  const code = files.length > 0 ? await run([...rest, '--runTestsByPath', ...files]) : 0;
  process.exit(files.length < tests.length ? runChart() || code : code);
});

/** @returns jest's exit code */
async function run(args) {
  await prepare(needsRealParts(args) ? { tools: true } : { broker: false, compile: false });
  const jestArgs = [...args, ...projects(args)];
  const child = startJest(jestArgs);
  process.on('SIGINT', () => undefined); // the terminal also signals jest, which ends first; its exit code is passed on
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const code = await new Promise((end) => child.on('exit', end));
  if (code === 0 && isWholeImageTest(jestArgs)) rememberImageProof(ROOT);
  return code ?? 1;
}

async function watch(args) {
  const { commit = 'HEAD', rest = args } = changedOption(args) ?? {};
  const kinds = kindsIn(rest) ? [] : ['--selectProjects', 'unit', 'truth'];
  await prepare({ broker: false, compile: false });
  await runAtEachChange(ROOT, commit, ['scripts/test.mjs', `--changed=${commit}`, ...rest, ...kinds]);
}

/** Chart tests need helm, which `npm run test:chart` provides. It takes seconds and runs all of them. */
function runChart() {
  return spawnSync(process.execPath, [join('scripts', 'chart.mjs')], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}

/** False when `-t` selects a part of it. One file has the whole image test. */
function isWholeImageTest(args) {
  const paths = pathsIn(args);
  const isIn = paths.length === 0 ? args.includes('image') : paths.includes(join(ROOT, 'test', 'image', 'image.spec.ts'));
  return isIn && !args.some((arg) => TITLE_OPTIONS.includes(arg));
}

/** Returns the files and folders among the arguments. The word after `-t` is not a path, even if a file has that name. */
function pathsIn(args) {
  return args
    .filter((arg, index) => !arg.startsWith('-') && !TITLE_OPTIONS.includes(args[index - 1]) && existsSync(arg))
    .map((arg) => resolve(arg));
}

function projects(args) {
  const byName = ['long', 'site'].map((kind) => join(ROOT, 'test', kind, '/'));
  const isByName = (path) => byName.some((folder) => `${path}/`.startsWith(folder));
  if (args.some((arg) => arg.startsWith('--selectProjects')) || pathsIn(args).some(isByName)) return [];
  return pathsIn(args).length > 0 ? [...USUAL, 'image'] : usual();
}

/** False when files or kinds are named and none of them needs a broker or database. */
function needsRealParts(args) {
  const paths = pathsIn(args);
  const folders = REAL_PARTS.map((kind) => join(ROOT, 'test', kind, '/'));
  if (paths.length > 0)
    return paths.some((path) => folders.some((folder) => `${path}/`.startsWith(folder) || folder.startsWith(`${path}/`)));
  const kinds = [...args, ...projects(args)].flatMap((arg) => arg.split('='));
  return REAL_PARTS.some((kind) => kinds.includes(kind));
}
