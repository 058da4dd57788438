// Types of webhooks in TypeScript, Python and PHP, written from the published schemas for the receiver packages.
import {
  EVENT_NAMES,
  OPERATIONAL_EVENT_NAMES,
  OPERATIONAL_EVENT_SCHEMA,
  operationalTitleOf,
  WEBHOOK_PAYLOAD_SCHEMA,
} from '#libs/contracts';

interface Schema {
  readonly description?: string;
  readonly title?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** `open` = words to which a newer service may add. */
type Type =
  | { readonly is: 'text' | 'whole' | 'number' | 'flag' | 'anything' }
  | { readonly is: 'open'; readonly words: readonly string[]; readonly name?: string }
  | { readonly is: 'list'; readonly of: Type }
  | { readonly is: 'object'; readonly name: string };

interface Field {
  readonly name: string;
  readonly type: Type;
  readonly isRequired: boolean;
  readonly description: string;
}

interface ObjectType {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

const pascal = (name: string): string =>
  name
    .split(/[_.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
const PLAIN = { string: 'text', integer: 'whole', number: 'number', boolean: 'flag' } as const;

/** Collects the object types of schemas by name. */
class Types {
  readonly objects = new Map<string, ObjectType>();
  /** The words of shared fields by the name of their type. */
  readonly words = new Map<string, readonly string[]>();

  constructor(private readonly $defs: Readonly<Record<string, Schema>> = {}) {}

  /** @param name of the type, if the schema is an object without a title */
  typeOf(schema: Schema, name: string): Type {
    const { $ref, items, enum: words, type = '', properties } = schema;
    if ($ref !== undefined) return this.named(this.typeOf(this.$defs[$ref.slice('#/$defs/'.length)]!, name), name);
    if (schema.oneOf) return { is: 'anything' };
    if (schema.anyOf) return { is: 'text' };
    if (words) return { is: 'open', words };
    if (items) return { is: 'list', of: this.typeOf(items, `${name}Entry`) };
    if (properties) return this.objectOf(schema, schema.title ?? name);
    return { is: PLAIN[type as keyof typeof PLAIN] };
  }

  private named(type: Type, name: string): Type {
    if (type.is !== 'open') return type;
    this.words.set(name, type.words);
    return { ...type, name };
  }

  objectOf({ properties = {}, required = [], description = '' }: Schema, name: string): Type {
    const fields = Object.entries(properties).map(([field, schema]) => ({
      name: field,
      type: this.typeOf(schema, pascal(field)),
      isRequired: required.includes(field),
      description: schema.description ?? this.$defs[schema.$ref?.slice('#/$defs/'.length) ?? '']?.description ?? '',
    }));
    this.objects.set(name, { name, description, fields });
    return { is: 'object', name };
  }
}

const tracking = new Types(WEBHOOK_PAYLOAD_SCHEMA.$defs as Readonly<Record<string, Schema>>);
tracking.objectOf(WEBHOOK_PAYLOAD_SCHEMA.$defs['references'] as Schema, 'References');
tracking.objectOf(WEBHOOK_PAYLOAD_SCHEMA.$defs['reporting'] as Schema, 'Reporting');
const trackingData = WEBHOOK_PAYLOAD_SCHEMA.oneOf.map(({ properties }) => properties['data'] as Schema);
for (const schema of trackingData) tracking.typeOf(schema, '');
const operational = new Types();
for (const [index, type] of OPERATIONAL_EVENT_NAMES.entries()) {
  const data = OPERATIONAL_EVENT_SCHEMA.oneOf[index]!.properties['data'] as Schema;
  const entry = data.properties!['receivers']!.items!;
  const title = `${operationalTitleOf(type)}Entry`;
  operational.typeOf(
    { ...data, properties: { ...data.properties, receivers: { ...data.properties!['receivers'], items: { ...entry, title } } } },
    '',
  );
}

const dataTypes = trackingData.map(({ title }) => tracking.objects.get(title!)!);
const isInAll = (name: string): boolean => dataTypes.every(({ fields }) => fields.some((field) => field.name === name && field.isRequired));
const common = dataTypes[0]!.fields.filter(({ name }) => isInAll(name));
const own = dataTypes.map((each) => ({ ...each, fields: each.fields.filter(({ name }) => !isInAll(name)) }));
const shared = [...tracking.objects.values()].filter((each) => !dataTypes.includes(each));

/** For languages that do not narrow the type of a field by the value of another field: the data of all events in one type. */
const dataOfAnyEvent: ObjectType = {
  name: 'TrackingData',
  description: 'Optional fields are sent with some events only.',
  fields: [...common, ...own.flatMap(({ fields }) => fields).map((field) => ({ ...field, isRequired: false }))],
};
const OBJECTS = [...shared, dataOfAnyEvent, ...operational.objects.values()];

const GENERATED = 'Written from the JSON Schemas of the service. Do not edit.';
const quoted = (words: readonly string[], separator: string): string => words.map((word) => `'${word}'`).join(separator);

const inTypeScript = (type: Type): string => {
  switch (type.is) {
    case 'open':
      return type.name ?? `Open<${quoted(type.words, ' | ')}>`;
    case 'list':
      return `readonly ${inTypeScript(type.of)}[]`;
    case 'object':
      return type.name;
    default:
      return { text: 'string', whole: 'number', number: 'number', flag: 'boolean', anything: 'unknown' }[type.is];
  }
};

export function typeScriptTypes(): string {
  const comment = (text: string): string => (text === '' ? '' : `/** ${text} */\n`);
  const written = ({ name, description, fields }: ObjectType, base = ''): string => {
    const lines = fields.map(
      (each) => `${comment(each.description)}readonly ${each.name}${each.isRequired ? '' : '?'}: ${inTypeScript(each.type)};`,
    );
    if (lines.length === 0) return `export type ${name} = ${base};`;
    return `${comment(description)}export interface ${name} ${base === '' ? '' : `extends ${base} `}{\n${lines.join('\n')}\n}`;
  };
  const list = (name: string, words: readonly string[]): string => `export const ${name} = [${quoted(words, ', ')}] as const;`;
  const map = (name: string, entries: readonly string[]): string => `export interface ${name} {\n${entries.join('\n')}\n}`;
  return [
    `// ${GENERATED}`,
    '/** The known words. A newer service may send others. */\nexport type Open<T extends string> = T | (string & {});',
    ...[...tracking.words].map(([name, words]) => `export type ${name} = Open<${quoted(words, ' | ')}>;`),
    ...shared.map((each) => written(each)),
    written({ name: 'CommonData', description: 'In `data` of every event of a parcel.', fields: common }),
    ...own.map((each) => written(each, 'CommonData')),
    ...[...operational.objects.values()].map((each) => written(each)),
    list('TRACKING_EVENTS', EVENT_NAMES),
    list('OPERATIONAL_EVENTS', OPERATIONAL_EVENT_NAMES),
    comment('`data` of each event of a parcel.') +
      map(
        'TrackingData',
        EVENT_NAMES.map((event) => `readonly ${event}: ${pascal(event)}Data;`),
      ),
    comment('`data` of each operational event.') +
      map(
        'OperationalData',
        OPERATIONAL_EVENT_NAMES.map((event) => `readonly '${event}': ${operationalTitleOf(event)}Data;`),
      ),
  ].join('\n\n');
}

const inPython = (type: Type): string => {
  switch (type.is) {
    case 'open':
      return type.name ?? openPython(type.words, ', ');
    case 'list':
      return `List[${inPython(type.of)}]`;
    case 'object':
      return type.name;
    default:
      return { text: 'str', whole: 'int', number: 'float', flag: 'bool', anything: 'object' }[type.is];
  }
};

function openPython(words: readonly string[], separator: string): string {
  return `Union[Literal[${quoted(words, separator).replaceAll("'", '"')}], str]`;
}

/** Optional fields stand in a class of their own, because `NotRequired` begins with Python 3.11. */
export function pythonTypes(): string {
  const doc = (text: string): string[] => (text === '' ? [] : [`    """${text}"""`, '']);
  const classOf = (head: string, description: string, fields: readonly Field[]): string => {
    const lines = fields.flatMap((each) => [`    ${each.name}: ${inPython(each.type)}`, ...doc(each.description)]);
    return [`class ${head}:`, ...doc(description), ...lines].join('\n').trimEnd();
  };
  const written = ({ name, description, fields }: ObjectType): string[] => {
    if (fields.some((field) => field.name === 'from')) return [spans(name, fields)];
    const [required, optional] = [fields.filter(({ isRequired }) => isRequired), fields.filter(({ isRequired }) => !isRequired)];
    if (optional.length === 0) return [classOf(`${name}(TypedDict)`, description, required)];
    if (required.length === 0) return [classOf(`${name}(TypedDict, total=False)`, description, optional)];
    return [classOf(`_Common${name}(TypedDict)`, '', required), classOf(`${name}(_Common${name}, total=False)`, description, optional)];
  };
  /** `from` is a keyword of Python. */
  const spans = (name: string, fields: readonly Field[]): string =>
    `${name} = TypedDict("${name}", {${fields.map((field) => `"${field.name}": ${inPython(field.type)}`).join(', ')}})`;
  const literal = (name: string, words: readonly string[]): string =>
    `${name} = Literal[\n${words.map((word) => `    "${word}",`).join('\n')}\n]`;
  return `${[
    `"""Types of webhooks. ${GENERATED}"""\n\nfrom typing import List, Literal, TypedDict, Union`,
    [literal('TrackingEventName', EVENT_NAMES), literal('OperationalEventName', OPERATIONAL_EVENT_NAMES)].join('\n\n'),
    ...[...tracking.words].map(([name, words]) => `${name} = ${openPython(words, ', ')}`),
    ...OBJECTS.flatMap(written),
    `OperationalData = Union[\n${OPERATIONAL_EVENT_NAMES.map((event) => `    ${operationalTitleOf(event)}Data,`).join('\n')}\n]`,
  ].join('\n\n\n')}\n`;
}

const inPhp = (type: Type): string => {
  switch (type.is) {
    case 'list':
      return `list<${inPhp(type.of)}>`;
    case 'object':
      return type.name;
    default:
      return { text: 'string', open: 'string', whole: 'int', number: 'int|float', flag: 'bool', anything: 'mixed' }[type.is];
  }
};

export function phpTypes(): string {
  const wordsOf = ({ type, description }: Field): string =>
    type.is === 'open' && !/`/.test(description) ? `${description} Words: ${type.words.join(', ')}.` : description;
  const written = OBJECTS.map(({ name, description, fields }) => {
    const told = fields.filter((each) => each.description !== '').map((each) => ` * - ${each.name}: ${wordsOf(each)}`);
    const shape = fields.map((each) => ` *   ${each.name}${each.isRequired ? '' : '?'}: ${inPhp(each.type)},`);
    return [
      ` * ${name}${description === '' ? '' : `: ${description}`}`,
      ...told,
      ` * @phpstan-type ${name} array{`,
      ...shape,
      ' *   ...',
      ' * }',
      ' *',
    ].join('\n');
  });
  const union = OPERATIONAL_EVENT_NAMES.map((event) => `${operationalTitleOf(event)}Data`).join('|');
  return `<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * Types of webhooks, for @phpstan-import-type. ${GENERATED}
 *
${written.join('\n')}
 * @phpstan-type OperationalData ${union}
 */
final class Types
{
    public const TRACKING_EVENTS = [
${EVENT_NAMES.map((event) => `        '${event}',`).join('\n')}
    ];

    public const OPERATIONAL_EVENTS = [
${OPERATIONAL_EVENT_NAMES.map((event) => `        '${event}',`).join('\n')}
    ];
}
`;
}
