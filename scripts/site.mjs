import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from './prepare/packages.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';
import { runStep } from './prepare/step.mjs';
import { freePorts } from './stack/free-ports.ts';

const SITE = join(ROOT, 'site');
const program = (name) => join(SITE, 'node_modules', '.bin', name);
const USAGE = `usage: npm run site [-- --build | --check | --pictures]

Builds the documents as a site into .cache/site/dist, and shows it at a free port of 127.0.0.1 until Ctrl-C.

  --build     builds it and ends
  --check     checks spelling and pictures, builds, and walks through every page in a browser (npm run test:long -- site)
  --pictures  draws docs/pictures again from site/pictures

SITE_BASE=/path/ builds it for a server that has it below that path.
`;

await runMain(async () => {
  const [option, ...others] = process.argv.slice(2);
  if (others.length > 0 || !['--build', '--check', '--pictures', undefined].includes(option)) {
    process.stdout.write(USAGE);
    process.exit(option === '--help' ? 0 : 2);
  }
  await prepare({ broker: false, compile: false });
  await installPackages(SITE); // apart from the packages of the service, so that `npm start` and `npm test` install nothing more
  if (option === '--pictures') return must(process.execPath, ['site/pictures/draw.mjs']);
  if (option === '--check') must(program('cspell'), ['lint', '--no-progress', '--no-summary', '--config', 'site/cspell.json', '**/*.md']);
  if (option === '--check') must(process.execPath, ['site/pictures/draw.mjs', '--check']);
  await runStep('building the site', [program('vitepress'), 'build', SITE], { cwd: SITE });
  if (option === '--check') must(process.execPath, ['scripts/test.mjs', '--selectProjects', 'site']);
  if (option === undefined) await preview();
});

/** It prints its address. */
async function preview() {
  const [port] = await freePorts(1);
  const args = ['preview', SITE, '--port', String(port)];
  const child = spawn(program('vitepress'), args, { cwd: SITE, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
}

function must(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
