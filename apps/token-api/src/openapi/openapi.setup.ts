import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '#libs/config';
import type { JsonObject } from '#libs/contracts';
import { finishDocument, WEBHOOKS } from './finish-document.js';

const ABOUT = `Tokens, receivers and everything one wants to know about a webhook.

**Credentials.** Every request carries the headers \`user\` (the account's number) and \`token\`. Scopes are ordered, each includes the ones before:
\`read\` looks, \`write\` changes, \`generate\` manages tokens. A page of this service sends the cookie of a session instead (\`POST /sessions\`);
the cookie counts only where both headers are absent, and a page of another site gets a 403. \`X-Session: embedded\` chooses the cookie of a page in a frame.
\`X-Session-Id\` names the session that the page means: 409 \`session_mismatch\` where the cookie belongs to another session.

**Errors.** Whatever fails is answered with one form, \`{type, errors: [{code, detail, attr}]}\`, several faults at once. If several statuses apply, it is the first of
404 (unknown address), 405, 406, 401, 429, 403 (foreign page), 409 (\`session_mismatch\`), 403, 429 (too many at once), 415, 413, 400, 404 (unknown id), 429 (tests of receivers), 409, 429 (redeliveries), 503.

**Headers.** \`Accept\` must cover \`application/json\` (for files \`text/csv\`) or be absent. Every answer carries \`X-Request-Id\`: name it when you ask about a request.
Requests are limited per token and per session: 429 says in \`Retry-After\` when to come back. HEAD is answered wherever GET is.`;

const TAGS: Readonly<Record<string, string>> = {
  tokens: 'API tokens of the account.',
  sessions: 'People at a browser: logins, cookies, links.',
  receivers: 'The HTTPS endpoints webhooks go to, and how.',
  consignments: 'Tracked parcels.',
  scans: 'Carrier notices.',
  'event-types': 'The eleven events, and the operational events: what they mean and look like.',
  events: 'What has happened to consignments, as it is sent to receivers.',
  notifications: 'Operational events: what the service tells of receivers, deliveries and certificates.',
  deliveries: 'One event for one receiver: its status and every POST made for it.',
  redeliveries: 'Orders to send deliveries again, and their progress.',
  statistics: 'How webhooks went, over time.',
  'audit-log': 'Who changed what.',
  exports: 'Lists as CSV files, for spreadsheets.',
  'sender-addresses': 'For firewalls.',
  [WEBHOOKS]: 'What your receiver gets: one HTTPS POST for each event that it wants.',
  'openapi.json': 'The OpenAPI document.',
  docs: 'API reference, for people.',
};

/** OpenAPI 3.1 of the routes of this app and of its webhooks. @throws Error naming a route without a description */
export function createOpenApi(app: INestApplication, webhooks: JsonObject): JsonObject {
  const { paths, ...document } = SwaggerModule.createDocument(app, { ...base(), components: COMPONENTS }, { autoTagControllers: false });
  return finishDocument({ ...document, paths: inOrderOfTags(paths) }, webhooks);
}

function base(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Parcel-event webhooks')
    .setVersion(VERSION)
    .setDescription(ABOUT)
    .addServer('/', 'Where this document came from.');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const {
    info: { contact: _, ...info },
    ...about
  } = builder.build();
  return { ...about, info: { ...info, license: LICENCE } };
}

/** The builder knows no `identifier`, which is new in 3.1. */
const LICENCE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

function inOrderOfTags(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const names = Object.keys(TAGS);
  const placeOf = (path: string): number => names.indexOf(path.split('/')[1] ?? '');
  return Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
}

const COMPONENTS: OpenAPIObject['components'] = {
  parameters: {
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      description:
        'Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -. An id of another form is replaced by an id of the service.',
      schema: { type: 'string' },
    },
  },
  headers: {
    RequestId: {
      description: 'The id of this request, in every answer and every log line.',
      required: true,
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    },
    RetryAfter: {
      description: 'In how many seconds to try again.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    },
    Allow: { description: 'The methods this address takes.', required: true, schema: { type: 'string' } },
    Challenge: {
      description: 'Credentials go into the headers `user` and `token`.',
      required: true,
      schema: { type: 'string', enum: ['Token'] },
    },
  },
  securitySchemes: {
    user: { type: 'apiKey', in: 'header', name: 'user', description: 'The number of the account.' },
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'token',
      description: 'A token of the account; each operation names the scope that it needs.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-session',
      description:
        'For pages of this service, without the headers `user` and `token`. The cookie is called `session` where the host is loopback, and `__Host-session-embedded` or `session-embedded` with the header `X-Session: embedded`. The optional header `X-Session-Id` names the session that the page means (`sessionId`): where the cookie belongs to another session, the answer is 409 `session_mismatch` and nothing is done.',
    },
  },
};
