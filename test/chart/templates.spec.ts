import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.js';
import { CHART, envOf, one, podsOf, render, type Resource, SETS } from './rendered.js';

const APPS = ['token-api', 'event-builder', 'webhook-sender'];
const NODES = ['{egress.nodeSelector={"fixed":"yes"}', 'egress.senderAddresses[0]=203.0.113.1'];
const byEnding = (resources: Resource[], ending: string) => podsOf(resources).find(({ owner }) => owner.metadata.name.endsWith(ending))!;

interface Monitor {
  readonly selector: { readonly matchLabels: Record<string, string> };
  readonly endpoints: readonly { readonly port: string }[];
  readonly targetLabels: readonly string[];
}

interface Acl {
  readonly resource: { readonly type: string; readonly name: string };
  readonly operations: readonly string[];
}

describe.each(SETS)('with the values %s', (set) => {
  const resources = render(set);
  const pods = podsOf(resources);

  it('every pod meets the profile "restricted", has a read-only root file system and no token', () => {
    expect(pods.map(({ owner }) => owner.metadata.name.replace('parcel-parcel-event-webhooks-', ''))).toEqual(
      expect.arrayContaining([...APPS, 'test', 'migrate']),
    );
    for (const { pod } of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod.hostNetwork).toBeUndefined();
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        });
      }
    }
  });

  it('everything that a pod references exists: service accounts of the chart, a volume for every mount', () => {
    const accounts = resources.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
    for (const { pod } of pods) {
      expect(accounts).toContain(pod.serviceAccountName);
      const mounts = (pod.containers[0] as unknown as { volumeMounts: { name: string }[] }).volumeMounts.map(({ name }) => name);
      expect(pod.volumes.map(({ name }) => name).toSorted()).toEqual(mounts.toSorted());
    }
  });

  it('hooks that run before the install need nothing that the install creates', () => {
    const weightOf = ({ metadata: { annotations = {} } }: Resource): number =>
      annotations['helm.sh/hook']?.includes('pre-install') === true ? Number(annotations['helm.sh/hook-weight']) : Infinity;
    for (const { owner, pod } of pods.filter(({ owner: { kind } }) => kind === 'Job')) {
      const needed = resources.filter(
        ({ kind, metadata }) =>
          (kind === 'ServiceAccount' && metadata.name === pod.serviceAccountName) ||
          (kind === 'Secret' && Object.values(envOf({ pod })).includes(`secret/${metadata.name}`)) ||
          (kind === 'NetworkPolicy' && metadata.name === owner.metadata.name),
      );
      expect(needed.length).toBeGreaterThanOrEqual(2);
      for (const resource of needed) expect(weightOf(resource)).toBeLessThan(weightOf(owner));
    }
  });

  it('secrets reach only the containers that need them', () => {
    const haves = pods
      .filter(({ pod }) => envOf({ pod })['SECRETS_KEY'] !== undefined)
      .map(({ owner }) => owner.metadata.name.replace('parcel-parcel-event-webhooks-', ''));
    expect(haves).toEqual(['token-api', 'webhook-sender']);
    for (const { pod } of pods) expect(Object.keys(envOf({ pod })).filter((name) => envOf({ pod })[name] === undefined)).toEqual([]);
  });

  it('each app has its own disruption budget, network policy and Service, and a grace period longer than its work', () => {
    for (const app of APPS) {
      for (const kind of ['PodDisruptionBudget', 'NetworkPolicy', 'Service'])
        expect(one(resources, kind, app).metadata.labels?.['app.kubernetes.io/component']).toBe(app);
      const { terminationGracePeriodSeconds } = byEnding(resources, app).pod as unknown as { terminationGracePeriodSeconds: number };
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(40);
    }
  });
});

describe('user ids that the cluster assigns', () => {
  it('appear in no pod, while the rest of the profile does', () => {
    const pods = podsOf(render('minimal', ...['runAsUser', 'runAsGroup', 'fsGroup'].map((id) => `podSecurityContext.${id}=null`)));
    expect(pods.map(({ owner }) => owner.kind)).toEqual(expect.arrayContaining(['Deployment', 'Job', 'Pod']));
    for (const { pod } of pods) expect(pod.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  });
});

describe('webhook-sender', () => {
  const sender = (set: string, ...more: string[]) => envOf(byEnding(render(set, ...more), 'webhook-sender'));

  it('binds sockets to the sender addresses only where the pod itself has these addresses', () => {
    expect(sender('minimal')['SENDER_ADDRESSES_BOUND']).toBe('false');
    expect(sender('minimal', 'egress.mode=nodes', ...NODES)['SENDER_ADDRESSES_BOUND']).toBe('false');
    expect(sender('minimal', 'egress.mode=hostNetwork', ...NODES)).not.toHaveProperty('SENDER_ADDRESSES_BOUND');
    expect(sender('proxy-egress')).toMatchObject({
      EGRESS_PROXIES: 'secret/parcel-proxies',
      SENDER_ADDRESSES: '203.0.113.10,203.0.113.11,203.0.113.12',
    });
  });

  it('runs only on the chosen nodes', () => {
    const { pod } = byEnding(render('minimal', 'egress.mode=hostNetwork', ...NODES), 'webhook-sender');
    expect(pod).toMatchObject({ hostNetwork: true, nodeSelector: { fixed: 'yes' } });
    expect(byEnding(render('minimal', 'egress.mode=nodes', ...NODES), 'token-api').pod.nodeSelector).toBeUndefined();
  });

  it('keeps its internal port unreachable from outside, also with the network of the host', () => {
    const onHost = ['egress.mode=hostNetwork', ...NODES];
    const { pod } = byEnding(render('minimal', ...onHost), 'webhook-sender');
    expect(sender('minimal', ...onHost)).toMatchObject({ INTERNAL_HOST: '127.0.0.1' });
    expect(pod.containers[0]).toMatchObject({
      startupProbe: { httpGet: { host: '127.0.0.1' } },
      readinessProbe: { httpGet: { host: '127.0.0.1' } },
      livenessProbe: { httpGet: { host: '127.0.0.1' } },
    });
    expect(sender('minimal')).not.toHaveProperty('INTERNAL_HOST');
    expect(JSON.stringify(render('minimal'))).not.toContain('"host":"127.0.0.1"');
  });
});

describe('jobs that are not hooks', () => {
  const MODE = ['migrations.mode=job', 'topics.mode=job'];
  const names = (...more: string[]): string[] =>
    render('minimal', ...MODE, ...more)
      .filter(({ kind }) => kind === 'Job')
      .map(({ metadata }) => metadata.name);

  it('get another name when, and only when, their template changes, because Kubernetes allows no change of a job', () => {
    const before = names();
    expect(before).toHaveLength(2);
    expect(names('webhookSender.replicas=3', 'migrations.backoffLimit=5')).toEqual(before);
    for (const change of ['image.tag=v2', 'commonLabels.team=b', 'jobs.resources.requests.cpu=1', 'extraEnv[0].name=A'])
      for (const name of names(change)) expect(before).not.toContain(name);
    const own = (url: string): string[] => names('database.existingSecret=', `database.url=postgres://${url}`);
    expect(own('a/a')).not.toEqual(own('a/b'));
  });
});

describe('resources that hooks leave behind', () => {
  const README = readFileSync(join(CHART, 'README.md'), 'utf8');
  const [, kinds = '', components = ''] =
    /<!-- what hooks leave -->[^]*?delete (\S+)[^]*?app\.kubernetes\.io\/component in \(([^)]+)\)/.exec(README) ?? [];
  const isTaken = ({ kind, metadata }: Resource): boolean =>
    kinds.split(',').includes(kind.toLowerCase()) &&
    components.split(',').includes(metadata.labels?.['app.kubernetes.io/component'] ?? 'none');

  it.each(SETS)('are exactly what the command in the README removes, with the values %s', (set) => {
    const resources = render(set, 'database.existingSecret=', 'database.url=postgres://a/b');
    const isHook = ({ metadata }: Resource): boolean => metadata.annotations?.['helm.sh/hook'] !== undefined;
    expect(resources.filter(isHook).length).toBeGreaterThanOrEqual(6);
    expect(resources.filter(isTaken)).toEqual(resources.filter(isHook));
  });
});

describe('a Service that is reachable from outside', () => {
  const portsOf = ({ spec }: Resource): string[] => (spec['ports'] as { name: string }[]).map(({ name }) => name);

  it.each(['LoadBalancer', 'NodePort'])('of type %s exposes the API alone', (type) => {
    const services = render('full', `tokenApi.service.type=${type}`).filter(({ kind }) => kind === 'Service');
    const outside = services.filter(({ spec }) => spec['type'] !== 'ClusterIP');
    expect(outside.map((service) => [service.spec['type'], portsOf(service)])).toEqual([[type, ['http']]]);
  });

  it.each(['ClusterIP', 'LoadBalancer'])('of type %s lets the ServiceMonitor find the metrics of each app once', (type) => {
    const resources = render('full', `tokenApi.service.type=${type}`);
    const { selector, endpoints, targetLabels } = one(resources, 'ServiceMonitor', '').spec as unknown as Monitor;
    const found = resources.filter(
      (resource) =>
        resource.kind === 'Service' &&
        Object.entries(selector.matchLabels).every(([name, value]) => resource.metadata.labels?.[name] === value) &&
        portsOf(resource).includes(endpoints[0]!.port),
    );
    expect(found.map(({ metadata }) => metadata.labels![targetLabels[0]!]!).toSorted()).toEqual(APPS.toSorted());
    for (const { metadata, spec } of found)
      expect(spec['selector']).toEqual(
        (one(resources, 'Deployment', metadata.labels![targetLabels[0]!]!).spec['selector'] as Monitor['selector']).matchLabels,
      );
  });
});

describe('egress', () => {
  const peers = (set: string, app: string, ...more: string[]): string =>
    JSON.stringify(one(render(set, ...more), 'NetworkPolicy', app).spec['egress']);

  it('lets only webhook-sender reach the internet; with proxies it reaches only the proxies', () => {
    expect(peers('minimal', 'webhook-sender')).toContain('0.0.0.0/0');
    for (const app of ['token-api', 'event-builder', 'migrate', 'topics']) expect(peers('minimal', app)).not.toContain('0.0.0.0/0');
    expect(peers('proxy-egress', 'webhook-sender')).not.toContain('0.0.0.0/0');
    expect(peers('proxy-egress', 'webhook-sender')).toContain('10.20.0.0/28');
  });

  it('is open to the destinations that the operator allows, for all pods', () => {
    const more = '{networkPolicy.extraEgress=[{"ports":[{"port":5353,"protocol":"UDP"}]}]';
    for (const name of [...APPS, 'migrate', 'topics', 'test']) expect(peers('minimal', name, more)).toContain('5353');
    expect(peers('minimal', 'webhook-sender', 'egress.allowedCidrs[0]=10.1.0.0/16')).toContain('"cidr":"10.1.0.0/16"');
  });
});

describe('Kafka', () => {
  it('uses TLS and a password, from mounted files', () => {
    expect(envOf(byEnding(render('strimzi'), 'event-builder'))).toMatchObject({
      KAFKA_TLS: 'true',
      KAFKA_CA_FILE: '/etc/parcel/kafka-ca/ca.crt',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_USERNAME: 'parcel',
      KAFKA_PASSWORD: 'secret/parcel',
      DATABASE_CA_FILE: '/etc/parcel/database-ca/ca.crt',
    });
  });

  it('with Strimzi declares every topic with its settings, keeps the topics when the release is removed, and runs no topics job', () => {
    const resources = render('strimzi');
    const topics = resources.filter(({ kind }) => kind === 'KafkaTopic');
    expect(topics).toHaveLength(10);
    for (const { metadata, spec } of topics) {
      expect(metadata).toMatchObject({
        namespace: 'kafka',
        labels: { 'strimzi.io/cluster': 'main' },
        annotations: { 'helm.sh/resource-policy': 'keep' },
      });
      expect(spec).toMatchObject({ partitions: 12, replicas: 3, config: { 'min.insync.replicas': '2', 'cleanup.policy': 'delete' } });
    }
    expect(resources.filter(({ kind, metadata }) => kind === 'Job' && metadata.name.includes('topics'))).toEqual([]);
  });

  it('with Strimzi lets the user do all that apps and commands do, also on topics and groups without a prefix', () => {
    const aclsOf = (...more: string[]) =>
      (one(render('strimzi', 'kafka.topicPrefix=', ...more), 'KafkaUser', 'parcel').spec['authorization'] as { acls: Acl[] }).acls;
    const groups = aclsOf().filter(({ resource: { type } }) => type === 'group');
    expect(groups.map(({ resource: { name } }) => name)).toEqual(expect.arrayContaining(['event-builder', 'dlq-list-', 'dlq-replay.']));
    const operations = (acls: readonly Acl[]) =>
      new Set(acls.filter(({ resource: { type } }) => type === 'topic').flatMap((acl) => acl.operations));
    expect(operations(aclsOf())).toEqual(new Set(['Describe', 'DescribeConfigs', 'Read', 'Write']));
    expect(operations(aclsOf('kafka.strimzi.topics=false', 'topics.mode=job'))).toContain('Create');
  });
});

describe('scaling', () => {
  it('leaves the number of pods to the autoscaler', () => {
    const resources = render('full');
    for (const app of APPS) expect(one(resources, 'Deployment', app).spec).not.toHaveProperty('replicas');
    expect(one(resources, 'ScaledObject', 'webhook-sender').spec).toMatchObject({ maxReplicaCount: 12 });
    expect(JSON.stringify(one(resources, 'ScaledObject', 'webhook-sender').spec)).not.toContain('retries');
    expect(one(render('minimal'), 'Deployment', 'token-api').spec).toMatchObject({ replicas: 2 });
  });

  it('with KEDA removes no pod before a quiet period; scaling to zero has a setting of its own', () => {
    const { spec } = one(render('full', 'webhookSender.keda.cooldownPeriod=1200'), 'ScaledObject', 'webhook-sender');
    const behavior = { scaleDown: { stabilizationWindowSeconds: 1200 } };
    expect(spec['advanced']).toEqual({ horizontalPodAutoscalerConfig: { behavior } });
  });
});

describe('an upgrade', () => {
  const strategy = (app: string, ...more: string[]) => one(render('minimal', ...more), 'Deployment', app).spec['strategy'];
  const newFirst = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '25%' } };

  it.each(APPS)('starts a new pod of %s first, unless the values name another strategy: then only that strategy applies', (app) => {
    const key = app.replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
    expect(strategy(app)).toEqual(newFirst);
    expect(strategy(app, `${key}.strategy.type=Recreate`)).toEqual({ type: 'Recreate' });
  });

  it('stops one webhook-sender first where webhook-sender uses a port of its node', () => {
    const onHost = ['egress.mode=hostNetwork', ...NODES];
    expect(strategy('webhook-sender', ...onHost)).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } });
    expect(strategy('token-api', ...onHost)).toEqual(newFirst);
    expect(strategy('webhook-sender', 'egress.mode=nodes', ...NODES)).toEqual(newFirst);
  });
});

describe('large numbers', () => {
  it('in a values file are written out: no app gets 1.8e+06', () => {
    const file = join(temporaryFolder(), 'large.yaml');
    writeFileSync(file, 'webhookSender: { settings: { RETRY_DELAY_MS: 1800000 }, keda: { lagThreshold: 2000000 } }');
    const resources = render('full', `@${file}`);
    expect(envOf(byEnding(resources, 'webhook-sender'))).toMatchObject({ RETRY_DELAY_MS: '1800000' });
    expect(JSON.stringify(one(resources, 'ScaledObject', 'webhook-sender').spec)).toContain('"lagThreshold":"2000000"');
  });
});

describe('files of rules and dashboards', () => {
  it('are rendered unchanged, including templates of Prometheus and Grafana', () => {
    const resources = render('full');
    for (const { spec } of resources.filter(({ kind }) => kind === 'PrometheusRule')) {
      expect((spec['groups'] as { rules: unknown[] }[]).flatMap(({ rules }) => rules).length).toBeGreaterThan(0);
    }
    expect(resources.some(({ kind }) => kind === 'PrometheusRule')).toBe(true);
    expect(render('minimal').some(({ kind }) => kind === 'PrometheusRule')).toBe(false);
  });

  it('link to the runbooks at the address given in the values', () => {
    const resources = render('full', 'metrics.prometheusRule.runbookBaseUrl=https://wiki.example.com/runbooks');
    const rules = resources.filter(({ kind }) => kind === 'PrometheusRule').map(({ spec }) => JSON.stringify(spec));
    const urls = rules.flatMap((text) => [...text.matchAll(/"runbook_url":"([^"]+)"/g)].map(([, url]) => url));
    expect(urls).toContain('https://wiki.example.com/runbooks#app-down');
    expect(urls.filter((url) => !/^https:\/\/wiki\.example\.com\/runbooks#[a-z-]+$/.test(url!))).toEqual([]);
  });
});

describe('the checksum of the chart’s own secrets', () => {
  const URL = 'postgres://a:b@c:5432/d';
  const checksum = (url: string): string => {
    const { spec } = one(render('minimal', 'database.existingSecret=', `database.url=${url}`), 'Deployment', 'token-api');
    return (spec['template'] as Resource).metadata.annotations!['checksum/secret']!;
  };

  it('changes when the secrets change', () => {
    expect(checksum(URL)).toBe(checksum(URL));
    expect(checksum(URL)).not.toBe(checksum(URL.replace('b@', 'x@')));
  });

  it('is not a hash of the secrets: a hash would let an attacker try passwords', () => {
    const line = `DATABASE_URL: "${URL}"`;
    const texts = [URL, line, `${line}\n`, `\n${line}`, `\n${line}\n`];
    const hashes = texts.flatMap((text) => ['sha1', 'sha256', 'sha512', 'md5'].map((name) => createHash(name).update(text).digest('hex')));
    expect(hashes.filter((hash) => hash.startsWith(checksum(URL)))).toEqual([]);
  });
});

describe('a key that the chart generates', () => {
  it('outlives the release', () => {
    expect(one(render('strimzi'), 'Secret', 'secrets-key').metadata.annotations).toMatchObject({ 'helm.sh/resource-policy': 'keep' });
  });
});
