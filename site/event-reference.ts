// The page that shows each event's example and schema side by side, from docs/openapi.json and docs/schemas.

export interface Schema {
  readonly title?: string;
  readonly oneOf?: readonly Schema[];
  /** What the branches share; they refer to it by name. */
  readonly $defs?: Readonly<Record<string, unknown>>;
}

interface Webhook {
  readonly post: { readonly summary: string; readonly requestBody: { readonly content: Content } };
}

type Content = Readonly<Record<'application/json', { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>>;

export interface Sources {
  readonly openapi: { readonly webhooks: Readonly<Record<string, Webhook>> };
  /** webhook-payload.schema.json and operational-event.schema.json: one branch for each event */
  readonly schemas: readonly Schema[];
}

/** Returns the parts of the page, one for each event, in the order of the document. */
export function eventParts({ openapi, schemas }: Sources): string {
  const branches = new Map(schemas.flatMap(({ oneOf = [] }) => oneOf.map((branch) => [branch.title, branch])));
  const events = Object.entries(openapi.webhooks).map(([event, { post }]) => {
    const schema = branches.get(event);
    if (schema === undefined) throw new Error(`no schema describes ${event}`);
    const [, meaning = ''] = post.summary.split(': ');
    return [`## ${event}`, meaning, beside(block('Example', exampleOf(post, 'plain')), block('Schema', schema))].join('\n\n');
  });
  const first = Object.values(openapi.webhooks)[0];
  if (first === undefined) throw new Error('the document has no webhooks');
  const shared = Object.assign({}, ...schemas.map(({ $defs }) => $defs)) as object;
  const common = [
    '## Shared by all events',
    'The schemas below refer to these parts by `#/$defs/…`. With `format: cloudevents`, the receiver gets an envelope around the same content.',
    beside(block('Shared parts', { $defs: shared }), block('An event as a CloudEvent', exampleOf(first.post, 'cloudevents'))),
  ];
  return [...common, ...events].join('\n\n');
}

const exampleOf = ({ requestBody }: Webhook['post'], format: string): unknown =>
  requestBody.content['application/json'].examples[format]?.value;

const beside = (...blocks: readonly string[]): string => ['<div class="beside">', ...blocks, '</div>'].join('\n\n');

const block = (title: string, value: unknown): string =>
  `<div>\n\n**${title}**\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\n</div>`;
