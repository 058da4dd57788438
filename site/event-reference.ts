// The page that shows each event's example and schema side by side, from docs/openapi.json and docs/schemas.

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly title?: string;
}

interface Webhook {
  readonly post: {
    readonly operationId: string;
    readonly summary: string;
    readonly requestBody: { readonly content: Content };
  };
}

type Content = Readonly<Record<'application/json', { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>>;

export interface Sources {
  readonly openapi: { readonly webhooks: Readonly<Record<string, Webhook>> };
  /** webhook-payload.schema.json and operational-event.schema.json: one branch for each event */
  readonly schemas: readonly Schema[];
}

/** Returns the parts of the page, one for each event, in the order of the document. */
export function eventParts({ openapi, schemas }: Sources): string {
  const branches = new Map(schemas.flatMap((schema) => (schema.oneOf ?? []).map((branch) => [branch.title, inline(branch, schema)])));
  return Object.values(openapi.webhooks)
    .map(({ post }) => {
      const schema = branches.get(post.operationId);
      if (schema === undefined) throw new Error(`no schema describes ${post.operationId}`);
      const [, meaning = ''] = post.summary.split(': ');
      const { examples } = post.requestBody.content['application/json'];
      const shown = Object.entries(examples).map(([format, { value }]) => block(`Example, ${FORMATS[format] ?? format}`, value));
      return [
        `## ${post.operationId}`,
        meaning,
        '<div class="beside">',
        ...shown,
        block('Schema of the plain body', schema),
        '</div>',
      ].join('\n\n');
    })
    .join('\n\n');
}

const FORMATS: Readonly<Record<string, string>> = { plain: 'plain', cloudevents: 'CloudEvents' };

const block = (title: string, value: unknown): string =>
  `<div>\n\n**${title}**\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\n</div>`;

/** Puts what a `$ref` names in its place, so that a reader sees the whole schema. */
function inline(value: unknown, root: Schema): unknown {
  if (Array.isArray(value)) return value.map((each) => inline(each, root));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...others } = value as Schema;
  if ($ref === undefined) return Object.fromEntries(Object.entries(others).map(([key, each]) => [key, inline(each, root)]));
  const named = root.$defs?.[$ref.replace('#/$defs/', '')];
  if (named === undefined) throw new Error(`${$ref} leads nowhere`);
  return { ...(inline(named, root) as object), ...others };
}
