import { IMAGE_FILES } from '../prepare/image-proof.mjs';

/** Files that a file starts or reads at run time without an import. The starts and reads of tests themselves are recorded. */
const BESIDES = {
  'scripts/start.mjs': ['scripts/stack/start.ts', 'apps/console/'],
  'scripts/dev-console.mjs': ['scripts/stack/connection-file.ts', 'apps/console/'],
  'scripts/cli.mjs': ['scripts/cli/cli.main.ts'],
  'scripts/stack/apps.ts': ['token-api', 'event-builder', 'webhook-sender'].map((name) => `apps/${name}/src/main.ts`),
  'scripts/stack/reaper.ts': ['scripts/stack/reaper.main.ts'],
  'libs/demo/src/samples.ts': ['libs/demo/src/samples/'],
  'test/packages/packages.ts': ['packages/', 'libs/api-client/', 'scripts/pack.mjs'],
};

export const importsBesides = (file, files) => (BESIDES[file] ?? []).flatMap((path) => files.filter((each) => isPartOf(path, each)));

/** True when a file is part of a program. Unit tests are not. */
export const isPartOf = (path, file) => isAt(path, file) && !/\.spec\.tsx?$/.test(file);

/** True when the path covers the file. @param path a file, or a folder with a trailing slash; `/` is the whole clone */
export const isAt = (path, file) => file === path || path === '/' || (path.endsWith('/') && file.startsWith(path));

/** The file that names the commands of the command line. A command is imported only when it is called. */
export const COMMANDS = 'scripts/cli/commands.ts';
/** Programs that import COMMANDS. A command that a test runs through them is recorded by name. */
export const RUN_COMMANDS = [
  'scripts/cli/cli.main.ts',
  'scripts/stack/test-stack.main.ts',
  'test/support/app-host.main.ts',
  'test/support/later-migrations.main.ts',
];

/** Programs whose first argument is a command. */
export const COMMAND_LINE = /\b(?:cli|later-migrations)\.main\.js$/;

/** @param text the text of COMMANDS @returns the file of each command, by name */
export function commandFiles(text) {
  const entries = text.split('\n').map((line) => line.split(": () => import('../../"));
  return new Map(entries.flatMap(([name, path]) => (path ? [[name.replaceAll("'", '').trim(), path.replace(/\.js'\),$/, '.ts')]] : [])));
}

/** The programs that global-setup.ts starts before all tests that need a broker and a database. */
export const STACK = ['scripts/stack/test-stack.main.ts', 'command migrate'];

/** True for files that decide how the clone is prepared, compiled and tested: their changes concern every test. */
export const isForAll = (file) => FOR_ALL.some((pattern) => pattern.test(file));
const FOR_ALL = [
  /^(?:package|package-lock|tsconfig[^/]*)\.json$/,
  /^(?:jest\.config\.js|\.nvmrc)$/,
  /^scripts\/(?:run|node\.cjs|test\.mjs|test-sequencer\.mjs|broker\/.*)$/,
  /^scripts\/(?:prepare|changed)\/[^/]*\.[cm]js$/,
  /^test\/support\/(?:environment\.cjs|app-host\.cjs|global-setup\.ts|global-teardown\.ts)$/,
];

/** token-api serves a page built from the console's sources. It concerns tests that start token-api and name an address of the page. */
export const PAGE = 'apps/console/';
export const SERVES_PAGE = /^apps\/token-api\/src\/(?:main|token-api\.app)\.ts$/;
export const NAMES_PAGE = /\/console\b/;

const KINDS = {
  unit: /^(?:apps|libs|packages|examples|scripts|bench)\/.*\.spec\.ts$/,
  truth: /^test\/truth\/.*\.spec\.ts$/,
  packages: /^test\/packages\/.*\.spec\.ts$/,
  fuzz: /^test\/fuzz\/.*\.spec\.ts$/,
  int: /^test\/int\/.*\.int\.spec\.ts$/,
  e2e: /^test\/e2e\/.*\.e2e\.spec\.ts$/,
  image: /^test\/image\/.*\.spec\.ts$/,
  chart: /^test\/chart\/.*\.spec\.ts$/,
};

/** Returns the kind of a test file; undefined for other files and for long tests, which only run by name. */
export const kindOf = (file) => Object.keys(KINDS).find((kind) => KINDS[kind].test(file));

/** Files that slow tests or tests with special tools read. They are declared here, so that only known changes run these tests. */
export const DECLARED = { image: IMAGE_FILES, chart: ['deploy/helm/', 'test/chart/'] };
