import { IMAGE_FILES } from '../prepare/image-proof.mjs';

/** What a file starts or reads at run time and does not import. What tests themselves start and read is recorded. */
const BESIDES = {
  'scripts/start.mjs': ['scripts/stack/start.ts', 'apps/console/'],
  'scripts/dev-console.mjs': ['scripts/stack/connection-file.ts', 'apps/console/'],
  'scripts/cli.mjs': ['scripts/cli/cli.main.ts'],
  'scripts/stack/apps.ts': ['token-api', 'event-builder', 'webhook-sender'].map((name) => `apps/${name}/src/main.ts`),
  'scripts/stack/reaper.ts': ['scripts/stack/reaper.main.ts'],
  'scripts/stack/samples.ts': ['samples/'],
};

export const importsBesides = (file, files) => (BESIDES[file] ?? []).flatMap((path) => files.filter((each) => isPartOf(path, each)));

/** Whether a file is a part of a program; its unit tests are none. */
export const isPartOf = (path, file) => isAt(path, file) && !/\.spec\.tsx?$/.test(file);

/** Whether a file is what a path names. @param path of a file, or of a folder and then with a slash at its end; `/` is the whole clone */
export const isAt = (path, file) => file === path || path === '/' || (path.endsWith('/') && file.startsWith(path));

/** Names the commands of the command line. A command is imported when it is called. */
export const COMMANDS = 'scripts/cli/commands.ts';
/** Programs that import COMMANDS. Each command that a test runs by them is recorded by its name. */
export const RUN_COMMANDS = [
  'scripts/cli/cli.main.ts',
  'scripts/stack/test-stack.main.ts',
  'test/support/app-host.main.ts',
  'test/support/later-migrations.main.ts',
];

/** Programs that a command's name stands behind. */
export const COMMAND_LINE = /\b(?:cli|later-migrations)\.main\.js$/;

/** @returns the file of each command by its name. @param text of COMMANDS */
export function commandFiles(text) {
  const entries = text.split('\n').map((line) => line.split(": () => import('../../"));
  return new Map(entries.flatMap(([name, path]) => (path ? [[name.replaceAll("'", '').trim(), path.replace(/\.js'\),$/, '.ts')]] : [])));
}

/** What global-setup.ts starts, before all tests that need a broker and a database. */
export const STACK = ['scripts/stack/test-stack.main.ts', 'command migrate'];

/** Files that decide how the clone is prepared, compiled and tested: a change concerns every test. */
export const isForAll = (file) => FOR_ALL.some((pattern) => pattern.test(file));
const FOR_ALL = [
  /^(?:package|package-lock|tsconfig[^/]*)\.json$/,
  /^(?:jest\.config\.js|\.nvmrc)$/,
  /^scripts\/(?:run|node\.cjs|test\.mjs|test-sequencer\.mjs|broker\/.*)$/,
  /^scripts\/(?:prepare|changed)\/[^/]*\.[cm]js$/,
  /^test\/support\/(?:environment\.cjs|app-host\.cjs|global-setup\.ts|global-teardown\.ts)$/,
];

/** The page that token-api serves is built of the console's sources. It concerns a test that starts token-api and names an address of the page. */
export const PAGE = 'apps/console/';
export const SERVES_PAGE = /^apps\/token-api\/src\/(?:main|token-api\.app)\.ts$/;
export const NAMES_PAGE = /\/console\b/;

const KINDS = {
  unit: /^(?:apps|libs|scripts|bench)\/.*\.spec\.ts$/,
  truth: /^test\/truth\/.*\.spec\.ts$/,
  fuzz: /^test\/fuzz\/.*\.spec\.ts$/,
  int: /^test\/int\/.*\.int\.spec\.ts$/,
  e2e: /^test\/e2e\/.*\.e2e\.spec\.ts$/,
  image: /^test\/image\/.*\.spec\.ts$/,
  chart: /^test\/chart\/.*\.spec\.ts$/,
};

/** The kind of a test file; undefined for other files, and for the long tests, which run by name alone. */
export const kindOf = (file) => Object.keys(KINDS).find((kind) => KINDS[kind].test(file));

/** What tests read that take minutes or need other tools: declared, so that no doubt runs them. */
export const DECLARED = { image: IMAGE_FILES, chart: ['deploy/helm/', 'test/chart/'] };
