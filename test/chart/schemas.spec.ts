// Validates every rendered object against the schemas of each Kubernetes version that the chart supports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { render, type Resource, SETS } from './rendered.js';

const SCHEMAS = process.env['KUBERNETES_SCHEMAS'] ?? '';
const OLDEST_MINOR = 30;
/** API groups of operators. The cluster test validates them on a real API server where their definitions are available. */
const FOREIGN = /monitoring\.coreos|keda\.sh|strimzi\.io|cilium\.io|gateway\.networking/;

const versions = readdirSync(SCHEMAS)
  .flatMap((name) => /^v(1\.(\d+)\.\d+)-local-strict$/.exec(name) ?? [])
  .filter((text) => /^1\.\d+\.\d+$/.test(text))
  .filter((version) => Number(version.split('.')[1]) >= OLDEST_MINOR);

describe.each(versions)('Kubernetes %s', (version) => {
  let schemas: Schemas;
  beforeAll(() => {
    schemas = new Schemas(join(SCHEMAS, `v${version}-local-strict`));
  });

  it.each(SETS)('accepts the resources rendered with the values %s', (set) => {
    const own = render(set).filter(({ apiVersion }) => !FOREIGN.test(apiVersion));
    expect(own.length).toBeGreaterThan(15);
    expect(own.flatMap((resource) => schemas.faultsOf(resource))).toEqual([]);
  });

  it('would refuse a misspelt field', () => {
    const [deployment] = render('minimal').filter(({ kind }) => kind === 'Deployment');
    expect(schemas.faultsOf({ ...deployment!, spec: { ...deployment!.spec, replica: 2 } })).not.toEqual([]);
  });
});

class Schemas {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly folder: string) {
    this.ajv.addSchema(read(join(folder, '_definitions.json')), '/api/_definitions.json');
  }

  faultsOf(resource: Resource): string[] {
    const validate = this.of(resource);
    const isTaken: boolean = validate(resource);
    if (isTaken) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${resource.kind} ${resource.metadata.name}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private of({ apiVersion, kind }: Resource): ValidateFunction {
    const [version, group = ''] = apiVersion.split('/').toReversed();
    const name = [kind.toLowerCase(), ...(group === '' ? [] : [group.split('.')[0]]), version].join('-');
    const known = this.compiled.get(name);
    if (known) return known;
    const file = join(this.folder, `${name}.json`);
    if (!existsSync(file)) throw new Error(`Kubernetes has no ${apiVersion} ${kind}`);
    const { $id: _, ...schema } = read(file);
    const validate = this.ajv.compile(schema);
    this.compiled.set(name, validate);
    return validate;
  }
}

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}
