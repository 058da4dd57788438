import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { find, hadolint, helm, kubernetesSchemas, MissingTool } from './prepare/chart-tools.mjs';
import { JEST } from './prepare/jest.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const CHART = join(ROOT, 'deploy', 'helm', 'parcel-event-webhooks');
const OUT = join(ROOT, '.cache', 'chart');

/**
 * Runs all checks of the chart and the Dockerfile that need no cluster: `npm run test:chart`. A check whose tool is unavailable is left out
 * and says why. Only helm is required.
 */
await runMain(async () => {
  await prepare();
  mkdirSync(OUT, { recursive: true });
  const results = [
    part('helm lint', lint),
    part('tests of the templates', templates),
    part('helm-unittest', () => run(program('helm-unittest'), ['--strict', CHART])),
    part('kubeconform', kubeconform),
    part('README as helm-docs writes it', readme),
    part('hadolint', () => run(hadolint(), [join(ROOT, 'Dockerfile')])),
  ];
  process.exit(results.every(Boolean) ? 0 : 1);
});

function part(title, work) {
  const sinceMs = Date.now();
  try {
    const isWell = work();
    process.stdout.write(`${isWell ? 'ok    ' : 'FAILED'} ${((Date.now() - sinceMs) / 1000).toFixed(1).padStart(6)} s  ${title}\n`);
    return isWell;
  } catch (error) {
    if (!(error instanceof MissingTool)) throw error;
    process.stdout.write(`left out          ${title}: ${error.message}\n`);
    return title !== 'helm lint';
  }
}

function valueFiles() {
  return readdirSync(join(CHART, 'ci')).map((name) => join(CHART, 'ci', name));
}

function lint() {
  return valueFiles().every((file) => run(helm(), ['lint', '--strict', '--quiet', CHART, '-f', file]));
}

function templates() {
  const options = [...JEST, '--config', 'test/chart/jest.config.js'];
  return run(process.execPath, options, { env: { HELM: helm(), KUBERNETES_SCHEMAS: kubernetesSchemas() } });
}

/** Also checks custom resources when the cluster kit made schemas of them: `kit schemas .cache/chart/kubeconform 1.30.0 1.36.0 && kit crds …` */
function kubeconform() {
  const [tool, schemas] = [program('kubeconform'), join(OUT, 'kubeconform')];
  const versions = versionsIn(schemas);
  return versions.every((version) =>
    valueFiles().every((file) => {
      const rendered = spawnSync(helm(), ['template', 'parcel', CHART, '-n', 'parcel', '-f', file], { encoding: 'utf8' }).stdout;
      const options = [
        '-strict',
        '-kubernetes-version',
        version,
        '-schema-location',
        schemas,
        '-skip',
        'HTTPRoute,CiliumEgressGatewayPolicy',
        '-',
      ];
      return run(tool, options, { input: rendered });
    }),
  );
}

function versionsIn(schemas) {
  try {
    return readdirSync(schemas).map((name) => name.slice(1).split('-')[0]);
  } catch {
    throw new MissingTool(`there are no schemas in ${schemas}; the cluster kit makes them (deploy/README.md)`);
  }
}

function readme() {
  const file = join(CHART, 'README.md');
  const before = readFileSync(file, 'utf8');
  if (!run(program('helm-docs'), ['--chart-search-root', CHART, '--log-level', 'warning'])) return false;
  const isSame = readFileSync(file, 'utf8') === before;
  if (!isSame) process.stdout.write(`${file} differed from the output of helm-docs and was rewritten\n`);
  return isSame;
}

function program(name) {
  const path = find(name);
  if (path === undefined) throw new MissingTool('it is neither in PATH nor among the tools of the cluster kit');
  return path;
}

function run(command, args, { env = {}, input } = {}) {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'];
  return spawnSync(command, args, { cwd: ROOT, env: { ...process.env, ...env }, input, stdio }).status === 0;
}
