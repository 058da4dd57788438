import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '#libs/config';
import type { JsonObject } from '#libs/contracts';
import { finishDocument, WEBHOOKS } from './finish-document.js';

const ABOUT = `Manage tokens and receivers, and find out everything about a webhook.

**Credentials.** Every request carries the headers \`user\` (the account's number) and \`token\`. Each scope includes the scopes before it:
\`read\` reads, \`write\` changes, \`generate\` manages tokens. A page of this service sends the cookie of a session instead (\`POST /sessions\`).
The cookie counts only if both headers are absent, and a page of another site gets a 403. \`X-Session: embedded\` chooses the cookie of a page in a frame.
\`X-Session-Id\` names the session that the page means: if the cookie belongs to another session, the answer is 409 \`session_mismatch\`.

**Errors.** Every error answer has the same form, \`{type, errors: [{code, detail, attr}]}\`, with all faults at once. If several statuses apply, the answer has the first of
404 (unknown address), 405, 406, 401, 429, 403 (foreign page), 409 (\`session_mismatch\`), 403, 429 (too many at once), 415, 413, 400, 404 (unknown id), 429 (tests of receivers), 409, 429 (redeliveries), 503.

**Headers.** \`Accept\` must cover \`application/json\` (for files \`text/csv\`) or be absent. Every answer carries \`X-Request-Id\`: name it when you ask about a request.
Requests are limited per token and per session: a 429 says in \`Retry-After\` when to try again. HEAD works wherever GET works.`;

const TAGS: Readonly<Record<string, string>> = {
  tokens: 'API tokens of the account.',
  sessions: 'People at a browser: logins, cookies, links.',
  receivers: 'The HTTPS endpoints that webhooks go to, and their settings.',
  'filter-values': 'The values that parcels have, to choose from for the filter of a receiver.',
  consignments: 'Tracked parcels.',
  scans: 'Carrier notices.',
  'event-types': 'The eleven events and the operational events, with meanings and examples.',
  events: 'Events of consignments, as receivers get them.',
  notifications: 'Operational events about receivers, deliveries and certificates.',
  'notification-targets': 'Mail addresses that hear of operational events.',
  deliveries: 'One event for one receiver: its status and every POST made for it.',
  redeliveries: 'Orders to send deliveries again, and their progress.',
  statistics: 'Attempts, results and latencies of webhooks over time.',
  'audit-log': 'A log of all changes and their authors.',
  exports: 'Lists as CSV files, for spreadsheets.',
  'sender-addresses': 'The addresses that webhooks come from, for firewalls.',
  [WEBHOOKS]: 'The requests that your receiver gets: one HTTPS POST for each event that it wants.',
  'openapi.json': 'The OpenAPI document.',
  docs: 'API reference, for people.',
};

/** Creates the OpenAPI 3.1 document of this app's routes and webhooks. @throws Error that names a route without a description */
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
    .addServer('/', 'The server of this document.');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const {
    info: { contact: _, ...info },
    ...about
  } = builder.build();
  return { ...about, info: { ...info, license: LICENCE } };
}

/** The builder does not know `identifier`, which is new in 3.1. */
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
      description: 'Your own id of this request: 1 to 128 of the characters A–Z a–z 0–9 . _ -. The service replaces an id of another form.',
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
      description: 'The number of seconds after which to try again.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    },
    Allow: { description: 'The methods that this address accepts.', required: true, schema: { type: 'string' } },
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
        'For pages of this service, without the headers `user` and `token`. On a loopback host the cookie is called `session`. With the header `X-Session: embedded` it is called `__Host-session-embedded` or `session-embedded`. The optional header `X-Session-Id` names the session that the page means (`sessionId`): if the cookie belongs to another session, the answer is 409 `session_mismatch` and nothing is done.',
    },
  },
};
