// Follows the chart's README to the letter: its values, its commands. Only values that depend on the site differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { CHART, chartOf, REGISTRY, type Version } from './registry.js';
import { helm, must } from './shell.js';
import type { Site } from './site.js';

export const NAMESPACE = 'parcel';
export const RELEASE = 'parcel';

/** Values that depend on the test machine: its registry, two cores for all pods, a receiver that is not public. */
function siteValues(site: Site, tag: string): object {
  const small = { resources: { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '512Mi' } } };
  return {
    image: { registry: REGISTRY, tag },
    kafka: { partitions: 6 },
    egress: { allowedCidrs: ['192.168.77.0/24'], extraCa: { configMap: 'customer-ca' } },
    settings: { RETRY_DELAY_MS: '2000' },
    test: { receiverUrl: `${site.receiver.url}/helm-test` },
    tokenApi: small,
    eventBuilder: small,
    webhookSender: small,
  };
}

export class Installation {
  private constructor(
    private readonly readme: string,
    private readonly site: Site,
    private readonly folder: string,
    private readonly version: Version,
  ) {}

  static open(site: Site, folder: string, version: Version): Installation {
    return new Installation(readFileSync(join(version.root, CHART, 'README.md'), 'utf8'), site, folder, version);
  }

  /** Runs the README's commands. @returns their output */
  async install(): Promise<string> {
    const values = parse(this.block('values')) as { kafka: { brokers: string[] } };
    values.kafka.brokers = [this.site.kafkaBrokers];
    writeFileSync(join(this.folder, 'values.yaml'), stringify(values));
    const commands = this.block('commands')
      .replace(/postgres:\/\/[^']+/, this.site.databaseUrl)
      .replace(CHART, chartOf(this.version).join(' '))
      .replace('helm install', `kubectl -n ${NAMESPACE} create configmap customer-ca --from-file ${this.site.caFile}\nhelm install`)
      .replaceAll('-f values.yaml', this.valueArgs(this.version.tag).join(' '));
    return must('bash', ['-euxc', `cd ${this.folder}\n${commands}`]);
  }

  /** Replaces chart and image with the chart and image of another commit. */
  async upgrade(version: Version): Promise<void> {
    await helm('upgrade', RELEASE, ...chartOf(version), '-n', NAMESPACE, '--wait', '--timeout', '5m', ...this.valueArgs(version.tag));
  }

  private valueArgs(tag: string): string[] {
    const file = join(this.folder, `site-${tag}.yaml`);
    writeFileSync(file, stringify(siteValues(this.site, tag)));
    return ['-f', join(this.folder, 'values.yaml'), '-f', file];
  }

  /** Returns the code block that follows `<!-- install: NAME -->`. */
  private block(name: string): string {
    const [, text] = new RegExp(`<!-- install: ${name} -->\\n\`\`\`\\w+\\n([^]*?)\\n\`\`\``).exec(this.readme) ?? [];
    if (text === undefined) throw new Error(`the chart's README has no block "install: ${name}"`);
    return text;
  }
}
