import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { EVENT_NAMES, OPERATIONAL_EVENT_NAMES, toCloudEventBody, type WebhookPayload } from '#libs/contracts';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed({ env: { CLOUDEVENTS_VENDOR: 'acme', CLOUDEVENTS_SOURCE: 'https://acme.example/parcels?a=1#b' } });
let caller: AxiosInstance;

beforeAll(async () => {
  const app = await bed.startApp('token-api');
  caller = api(app.url, await bed.createAccountAndToken({ scope: 'read' }));
});

interface Answer {
  readonly format: string;
  readonly language: string;
  readonly source: string;
  readonly vendor: string;
  readonly eventTypes: readonly { readonly event: string; readonly example: Record<string, unknown> }[];
  readonly operational: readonly { readonly type: string; readonly example: Record<string, unknown> }[];
}

describe('GET /event-types', () => {
  it('shows the eleven events, by default plain and in English', async () => {
    const { status, data } = await caller.get<Answer>('/event-types');
    expect([status, data.format, data.language]).toEqual([200, 'plain', 'en']);
    expect(data.eventTypes.map(({ event }) => event)).toEqual(EVENT_NAMES);
  });

  it('shows another format and language, with the names of this installation', async () => {
    const { data } = await caller.get<Answer>('/event-types', { params: { format: 'cloudevents', language: 'de' } });
    expect(data).toMatchObject({ format: 'cloudevents', language: 'de' });
    const delivered = data.eventTypes.find(({ event }) => event === 'onDelivered')?.example;
    expect(delivered).toMatchObject({ type: 'com.acme.tracking.event.ondelivered', data: { references: { language: 'de' } } });
    expect(JSON.stringify(delivered)).toContain('Ihre Sendung');
  });

  it('answers all that makes a CloudEvent of a plain event, in both formats', async () => {
    const [plain, cloud] = await Promise.all(
      (['plain', 'cloudevents'] as const).map(async (format) => (await caller.get<Answer>('/event-types', { params: { format } })).data),
    );
    for (const { source, vendor } of [plain!, cloud!])
      expect({ source, vendor }).toEqual({ source: 'https://acme.example/parcels?a=1#b', vendor: 'acme' });
    const made = plain!.eventTypes.map(({ example }) => toCloudEventBody(example as unknown as WebhookPayload, 'object', plain!));
    expect(made).toEqual(cloud!.eventTypes.map(({ example }) => JSON.stringify(example)));
  });

  it('shows operational events separately, in both formats', async () => {
    for (const [format, example] of [
      ['plain', { type: 'receiver.failing' }],
      ['cloudevents', { type: 'com.acme.operational.receiver.failing' }],
    ] as const) {
      const { data } = await caller.get<Answer>('/event-types', { params: { format } });
      expect(data.operational.map(({ type }) => type)).toEqual(OPERATIONAL_EVENT_NAMES);
      expect(data.operational[0]?.example).toMatchObject(example);
    }
  });

  it('names the languages that have texts, and all faults at once', async () => {
    const { status, data } = await caller.get<{ errors: readonly { attr: string; code: string; detail: string }[] }>('/event-types', {
      params: { format: 'xml', language: 'zh', kind: 'x' },
    });
    expect(status).toBe(400);
    expect(data.errors.map(({ attr, code }) => [attr, code])).toEqual(
      expect.arrayContaining([
        ['format', 'invalid_choice'],
        ['language', 'invalid_choice'],
        ['kind', 'invalid'],
      ]),
    );
    expect(data.errors.find(({ attr }) => attr === 'language')?.detail).toMatch(/cs.*de.*sv/);
  });
});
