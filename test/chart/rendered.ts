import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const CHART = join(import.meta.dirname, '../../deploy/helm/parcel-event-webhooks');
const HELM = process.env['HELM'] ?? 'helm';

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly spec: Record<string, unknown>;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string } };
  }[];
  readonly securityContext: object;
  readonly resources: object;
}

export interface PodSpec {
  readonly serviceAccountName: string;
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly hostNetwork?: boolean;
  readonly nodeSelector?: Record<string, string>;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

/** Names of the value files in ci/, without `-values.yaml`. */
export const SETS = readdirSync(join(CHART, 'ci')).map((name) => name.replace('-values.yaml', ''));

/** Returns the resources that `helm install` would create. @param set of ci/ @param more `--set` arguments, `@` and a values file */
export function render(set: string, ...more: string[]): Resource[] {
  const text = execFileSync(HELM, templateArgs(set, more), { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return parseAllDocuments(text).flatMap((document) => (document.toJS() === null ? [] : [document.toJS() as Resource]));
}

/** Returns why `helm install` would refuse the values; '' = it would accept them. */
export function refusal(set: string, ...more: string[]): string {
  const { status, stderr } = spawnSync(HELM, templateArgs(set, more), { encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

function templateArgs(set: string, more: readonly string[]): string[] {
  const flags: Readonly<Record<string, string>> = { '{': '--set-json', '@': '--values' };
  const sets = more.flatMap((value) => [flags[value.charAt(0)] ?? '--set', value.replace(/^[{@]/, '')]);
  return ['template', 'parcel', CHART, '-n', 'parcel', '-f', join(CHART, 'ci', `${set}-values.yaml`), ...sets];
}

/** Returns the pods of Deployments, Jobs and Pods, each with the resource that owns it. */
export function podsOf(resources: readonly Resource[]): { readonly owner: Resource; readonly pod: PodSpec }[] {
  return resources.flatMap((owner) => {
    if (owner.kind === 'Pod') return [{ owner, pod: owner.spec as unknown as PodSpec }];
    const template = owner.spec?.['template'] as { spec: PodSpec } | undefined;
    return ['Deployment', 'Job'].includes(owner.kind) && template ? [{ owner, pod: template.spec }] : [];
  });
}

export const one = (resources: readonly Resource[], kind: string, ending: string): Resource => {
  const found = resources.filter((resource) => resource.kind === kind && resource.metadata.name.endsWith(ending));
  if (found.length !== 1) throw new Error(`${found.length} objects ${kind} *${ending}`);
  return found[0]!;
};

/** Returns the environment of the first container: name → value, or `secret/…` for a value from a secret. */
export function envOf({ pod }: { pod: PodSpec }): Record<string, string | undefined> {
  return Object.fromEntries(
    (pod.containers[0]?.env ?? []).map(({ name, value, valueFrom }) => [name, value ?? `secret/${valueFrom?.secretKeyRef.name}`]),
  );
}
