// Compares the values that the chart repeats with the code: names of settings, topics, groups, addresses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { format, resolveConfig } from 'prettier';
import { parse, stringify } from 'yaml';
import { DLQ_GROUPS, GROUPS, topicSpecs } from '#libs/contracts';
import { isRefusedAddress } from '#libs/egress';
import { OF_PLATFORMS } from '../../libs/egress/src/addresses/address-guard.js';
import { MAPPINGS, parseCarrierFiles, SINGLE_FILES } from '../../apps/event-builder/src/carriers/parse-carrier-files.js';
import { languageCodes } from '../../apps/event-builder/src/texts/texts.provider.js';
import { declaredSettings } from './settings-table.js';

const CHART = join(import.meta.dirname, '../../deploy/helm/parcel-event-webhooks');
const TOPICS = join(CHART, 'files/topics.yaml');
const SCHEMA = join(CHART, 'values.schema.json');
const text = (path: string): string => readFileSync(join(CHART, path), 'utf8');

/** The variables that templates set, as `- name: SOMETHING` or as a parameter of the helper. */
const setByTemplates = new Set(
  ['_helpers.tpl', '_pod.tpl', 'jobs.yaml'].flatMap((file) =>
    [...text(`templates/${file}`).matchAll(/(?:- name: |"name" ")([A-Z][A-Z_]+)\b/g)].map(([, name]) => name ?? ''),
  ),
);
/** Fixed by the chart: a pod has one API port and one internal port, open to its network. */
const FIXED = ['PORT', 'API_HOST', 'INTERNAL_HOST'];

/** Texts by file name. */
interface Carriers {
  readonly files?: Readonly<Record<string, string>>;
  readonly mappings?: Readonly<Record<string, string>>;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface SettingsSchema {
  readonly propertyNames: { enum: readonly string[] };
}

/** Returns every `settings` of the values. */
function settingsIn({ properties = {} }: Schema): SettingsSchema[] {
  return Object.entries(properties).flatMap(([name, inner]) => (name === 'settings' ? [inner as SettingsSchema] : settingsIn(inner)));
}

async function writeSchema(free: readonly string[]): Promise<void> {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Schema;
  for (const { propertyNames } of settingsIn(schema)) propertyNames.enum = free;
  const options = (await resolveConfig(SCHEMA)) ?? {};
  writeFileSync(SCHEMA, await format(JSON.stringify(schema, null, 2), { ...options, parser: 'json' }));
}

it('the README of the chart has every value with its words', () => {
  const words = [...text('values.yaml').matchAll(/# -- (.*)/g)].map(([, word]) => word!);
  const readme = text('README.md');
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word) => !readme.includes(`| ${word} |`))).toEqual([]); // helm-docs writes the table
});

describe('the settings of the chart', () => {
  const names = new Set(declaredSettings().map(({ name }) => name));

  it('are settings that the apps read', () => {
    expect(setByTemplates.size).toBeGreaterThan(0);
    expect([...setByTemplates].filter((name) => !names.has(name))).toEqual([]);
  });

  it('include every setting of the apps, together with the settings of the templates', async () => {
    const free = [...names].filter((name) => !setByTemplates.has(name) && !FIXED.includes(name)).toSorted();
    if (process.env['UPDATE_DOCS']) await writeSchema(free);
    const given = settingsIn(JSON.parse(readFileSync(SCHEMA, 'utf8')) as Schema);
    expect(given).toHaveLength(4); // The settings of all apps, and of each app.
    for (const { propertyNames } of given) expect(propertyNames.enum).toEqual(free);
  });
});

describe('the topics of the chart', () => {
  it('match the code', () => {
    const topics = topicSpecs({ prefix: '', partitions: 1, replicationFactor: 1 }).map(({ name, config }) => {
      const { 'min.insync.replicas': _, ...rest } = config;
      return { name, config: rest };
    });
    const groups = [
      ...Object.values(GROUPS).map(({ name }) => ({ name, patternType: 'literal' })),
      ...Object.values(DLQ_GROUPS).map((name) => ({ name, patternType: 'prefix' })),
    ];
    const written = `# Written by UPDATE_DOCS=1 npm test -- --selectProjects truth\n${stringify({ topics, groups })}`;
    if (process.env['UPDATE_DOCS']) writeFileSync(TOPICS, written);
    expect(readFileSync(TOPICS, 'utf8')).toBe(written);
  });
});

describe('the carriers of the values in ci/', () => {
  const sets = readdirSync(join(CHART, 'ci')).flatMap((set) => {
    const { eventBuilder } = parse(text(`ci/${set}`)) as { eventBuilder?: { carriers?: Carriers } };
    return eventBuilder?.carriers === undefined ? [] : [{ set, ...eventBuilder.carriers }];
  });

  it('are files that event-builder accepts', () => {
    expect(sets.length).toBeGreaterThan(0);
    for (const { files = {}, mappings = {} } of sets) {
      const inFolder = Object.entries(mappings).map(([name, mapping]): [string, string] => [`${MAPPINGS}/${name}`, mapping]);
      const taken = parseCarrierFiles(
        [{ layer: 'operator', texts: new Map([...Object.entries(files), ...inFolder]), unreadable: [] }],
        languageCodes(),
      );
      expect([...taken.mappings.keys()]).toEqual(Object.keys(mappings).map((name) => name.replace('.yaml', '')));
      expect(Object.keys(files).filter((name) => !SINGLE_FILES.some((known) => known === name))).toEqual([]);
    }
  });
});

describe('the addresses that the NetworkPolicy lets webhook-sender reach', () => {
  const { receivers } = (parse(text('values.yaml')) as { networkPolicy: { receivers: Record<'exceptIPv4' | 'exceptIPv6', string[]> } })
    .networkPolicy;
  const isOpen = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
    const isV4 = address.kind() === 'ipv4';
    const within = (cidr: string): boolean => address.match(ipaddr.parseCIDR(cidr));
    return (isV4 || within('2000::/3')) && !receivers[isV4 ? 'exceptIPv4' : 'exceptIPv6'].some(within);
  };
  /** First and last address of each reserved range, and their neighbours: a missing range or an error by one shows there. */
  const platforms = OF_PLATFORMS.map(([network, length]) => `${network.toString()}/${length}`);
  const edges = [...receivers.exceptIPv4, ...receivers.exceptIPv6, ...reserved(), ...platforms, '2000::/3'].flatMap(edgesOf);

  it('are exactly the addresses that webhook-sender accepts', () => {
    const wrong = edges.filter((address) => isOpen(address) && isRefusedAddress(address.toString(), []));
    expect(wrong.map(String)).toEqual([]);
    const shut = edges.filter((address) => !isOpen(address) && !isRefusedAddress(address.toString(), []));
    expect(shut.map(String)).toEqual([]);
  });

  it('match webhook-sender for any address', () => {
    const bytes = fc.oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ minLength: 16, maxLength: 16 }));
    const inside = fc.oneof(
      bytes,
      bytes.map((given) => (given.length === 16 ? Uint8Array.from([0x20 | (given[0]! & 0x1f), ...given.slice(1)]) : given)),
    );
    fc.assert(
      fc.property(inside, (given) => {
        const address = ipaddr.fromByteArray([...given]);
        return isOpen(address) !== isRefusedAddress(address.toString(), []);
      }),
      { numRuns: 2_000 },
    );
  });
});

function edgesOf(cidr: string): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const [network, length] = ipaddr.parseCIDR(cidr);
  const bits = network.kind() === 'ipv4' ? 32 : 128;
  const first = toNumber(network.toByteArray());
  const last = first + (1n << BigInt(bits - length)) - 1n;
  const most = (1n << BigInt(bits)) - 1n;
  return [first - 1n, first, last, last + 1n].filter((value) => value >= 0n && value <= most).map((value) => toAddress(value, bits));
}

function toNumber(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

function toAddress(value: bigint, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.fromByteArray(Array.from({ length: bits / 8 }, (_, index) => Number((value >> BigInt(bits - 8 * (index + 1))) & 255n)));
}

/** Returns the registries of special addresses, from the library that the guard uses. */
function reserved(): string[] {
  return [ipaddr.IPv4, ipaddr.IPv6].flatMap((kind) => {
    const { SpecialRanges } = kind.prototype as unknown as {
      SpecialRanges: Record<string, [ipaddr.IPv4, number] | [ipaddr.IPv4, number][]>;
    };
    return Object.values(SpecialRanges).flatMap((ranges) => {
      const list = (Array.isArray(ranges[0]) ? ranges : [ranges]) as [ipaddr.IPv4, number][];
      return list.map(([network, length]) => `${network.toString()}/${length}`);
    });
  });
}
