import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const PACKAGE = join(ROOT, 'package.json');
const PRE = join(ROOT, '.changeset', 'pre.json');
/** The tests that write the version of package.json into all files that repeat it. */
const WRITERS = ['release', 'openapi', 'asyncapi'].map((name) => `test/truth/${name}.spec.ts`);

const USAGE = `usage: npm run release

Turns the notes in .changeset into a section of CHANGELOG.md and the next version, and writes the version into all files. Nothing is committed.
`;

await runMain(async () => {
  if (process.argv.length > 2) {
    process.stdout.write(USAGE);
    process.exit(process.argv[2] === '--help' ? 0 : 2);
  }
  await prepare({ broker: false, compile: false });
  countCandidatesFromOne();
  must(join(ROOT, 'node_modules', '.bin', 'changeset'), ['version']);
  must(process.execPath, [join(ROOT, 'scripts', 'test.mjs'), ...WRITERS], { UPDATE_DOCS: '1' });
  process.stdout.write(`This is ${version()}. Look at the difference, then follow CONTRIBUTING.md#release.\n`);
});

/** Changesets would call the first candidate rc.0. */
function countCandidatesFromOne() {
  if (!existsSync(PRE)) return;
  const { mode, tag } = JSON.parse(readFileSync(PRE, 'utf8'));
  if (mode === 'pre' && !version().includes('-')) write(PACKAGE, /(?<=^ {2}"version": ")[^"]+/m, `${version()}-${tag}.0`);
}

function version() {
  return JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
}

function write(file, pattern, text) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, text));
}

function must(program, args, env = {}) {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: git checkout . undoes the changes`);
}
