// The examples of GET /event-types and of the webhooks in openapi.json: what event-builder makes of the example parcels, in every language.
import { expect, it } from '@jest/globals';
import { EVENT_NAMES } from '#libs/contracts';
import { languageCodes } from '../../apps/event-builder/src/texts/texts.provider.js';
import { toExampleEvent } from '../../apps/token-api/src/event-types/event-type-view.js';
import type { ExampleLanguage } from '../../apps/token-api/src/event-types/example-events.js';
import { exampleEvents } from './example-events.js';
import { holdFile } from './held-document.js';

const languages = [...languageCodes().keys()] as ExampleLanguage[];

/** token-api imports no other app: it gets the texts as a file. */
function written(): string {
  const events = exampleEvents();
  const texts = languages.map((language) => {
    const ofLanguage = [...exampleEvents(language)].map(([event, { data }]) => [
      event,
      [data.delivery_status_locale_short, data.delivery_status_locale_long, data.expected_delivery_date_formatted],
    ]);
    return [language, Object.fromEntries(ofLanguage) as object];
  });
  return `// Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from test/fixtures/examples/eleven-events.json.
import type { EventName, WebhookPayload } from '#libs/contracts';

export type ExampleLanguage = ${languages.map((language) => `'${language}'`).join(' | ')};

export const EXAMPLE_EVENTS: Readonly<Record<EventName, WebhookPayload>> = ${JSON.stringify(Object.fromEntries(events))};

/** Of each event: delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted. */
export const EXAMPLE_TEXTS: Readonly<Record<ExampleLanguage, Readonly<Record<EventName, readonly [string, string, string]>>>> =
  ${JSON.stringify(Object.fromEntries(texts))};
`;
}

it('the examples are written by event-builder', () => holdFile('apps/token-api/src/event-types/example-events.ts', written()));

it.each(languages)('in %s they are the events that event-builder makes', (language) => {
  const shown = new Map(EVENT_NAMES.map((event) => [event, toExampleEvent(event, language)]));
  expect(shown).toEqual(exampleEvents(language));
});
