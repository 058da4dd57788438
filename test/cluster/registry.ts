import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../../scripts/stack/child.js';
import type { RunFolder } from '../../scripts/stack/run-folder.js';
import { waitFor } from '../support/wait-for.js';
import { helm, must } from './shell.js';

export const CHART = join('deploy', 'helm', 'parcel-event-webhooks');

/** A commit to install: its folder and the tag of its image. */
export interface Version {
  readonly root: string;
  readonly tag: string;
}

/** A node trusts a registry on its own machine without TLS. Nothing else uses the cluster's network, so the port is free. */
export const REGISTRY = 'localhost:5000';
const IMAGE = 'parcel-event-webhooks';

/** Returns the arguments that install the chart of a commit: `helm install NAME …chartOf(version)`. */
export const chartOf = (version: Version): string[] => [
  `oci://${REGISTRY}/charts/${IMAGE}`,
  '--version',
  chartVersion(version),
  '--plain-http',
];

/** Both commits have the same chart version; a registry would mistake the second chart for the first. */
const chartVersion = ({ tag }: Version): string => `0.0.0-commit-${tag}`;

/**
 * Serves image and chart of each commit from a registry in the cluster's network. @param images buildah's store, with the images by their
 * tags
 */
export async function openRegistry(run: RunFolder, { program, images, versions }: Contents): Promise<void> {
  const config = join(run.path, 'registry.yaml');
  writeFileSync(
    config,
    JSON.stringify({ version: 0.1, storage: { filesystem: { rootdirectory: join(run.path, 'registry') } }, http: { addr: REGISTRY } }),
  );
  startChild(run, { name: 'registry', command: program, args: ['serve', config], stage: 'infrastructure', stopSignal: 'SIGTERM' });
  const answers = async (): Promise<boolean> => (await fetch(`http://${REGISTRY}/v2/`).catch(() => undefined))?.ok === true;
  await waitFor(answers, { what: 'the registry' });
  for (const version of versions) await push(run, version, images);
}

interface Contents {
  readonly program: string;
  readonly images: string;
  readonly versions: readonly Version[];
}

async function push(run: RunFolder, version: Version, images: string): Promise<void> {
  const image = `${IMAGE}:${version.tag}`;
  const store = ['--root', join(images, 'images'), '--runroot', join(images, 'images-run')];
  const target = `docker://${REGISTRY}/${image}`;
  await must('unshare', ['--mount', 'buildah', ...store, 'push', '--quiet', '--tls-verify=false', `localhost/${image}`, target]);
  await helm('package', join(version.root, CHART), '--version', chartVersion(version), '--destination', run.path);
  await helm('push', join(run.path, `${IMAGE}-${chartVersion(version)}.tgz`), `oci://${REGISTRY}/charts`, '--plain-http');
}
