import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCli } from './prepare/cli-bundle.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const OUT = join(ROOT, '.cache', 'packages');
const PACKAGES = {
  node: async () => [await npmPackage('receiver-node', compile), await npmPackage('client-node', compile)],
  cli: async () => [await npmPackage('cli-node', (_, outDir) => bundleCli(outDir))],
  python: () => [wheel('receiver-python')],
};

const USAGE = `usage: npm run pack [-- node | cli | python]

Builds the packages of packages/ as they are published, into .cache/packages, and prints their paths: npm packages and a wheel.
Composer takes packages/receiver-php as it is. Python needs pip.
`;

await runMain(async () => {
  const names = process.argv.slice(2);
  if (names.some((name) => !Object.hasOwn(PACKAGES, name))) {
    process.stdout.write(USAGE);
    process.exit(names[0] === '--help' ? 0 : 2);
  }
  await prepare({ broker: false, compile: false });
  mkdirSync(OUT, { recursive: true });
  for (const name of names.length > 0 ? names : Object.keys(PACKAGES)) process.stdout.write(`${(await PACKAGES[name]()).join('\n')}\n`);
});

/** Builds in a folder of its own, so that nothing else of the clone gets into the package. @returns the path of the tarball */
async function npmPackage(name, makeCode) {
  const [source, stage] = [join(ROOT, 'packages', name), join(OUT, name)];
  rmSync(stage, { recursive: true, force: true });
  await makeCode(source, join(stage, 'dist'));
  for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(stage, file));
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  must('npm', ['pack', '--silent', '--pack-destination', OUT], stage);
  const { name: full, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  return join(OUT, `${full.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

function compile(source, outDir) {
  must(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', join(source, 'tsconfig.build.json'), '--outDir', outDir]);
}

/** @returns the path of the wheel */
function wheel(name) {
  const source = join(ROOT, 'packages', name);
  must('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', OUT, source]);
  const text = readFileSync(join(source, 'pyproject.toml'), 'utf8');
  const [full, version] = ['name', 'version'].map((field) => new RegExp(`^${field} = "(.+)"$`, 'm').exec(text)[1]);
  return join(OUT, `${full.replaceAll('-', '_')}-${version}-py3-none-any.whl`);
}

function must(program, args, cwd = ROOT) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
}
