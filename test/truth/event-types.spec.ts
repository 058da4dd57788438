// The examples of GET /event-types and of the webhooks in openapi.json: the events that event-builder makes of the example parcels, in
// every language.
import { expect, it } from '@jest/globals';
import { EVENT_NAMES } from '#libs/contracts';
import { languageCodes } from '../../apps/event-builder/src/texts/texts.provider.js';
import { type ExampleLanguage, toExampleEvent } from '../../apps/token-api/src/event-types/event-type-view.js';
import { exampleEvents } from './example-events.js';
import { holdJson } from './held-document.js';

const languages = [...languageCodes().keys()] as ExampleLanguage[];

/** The texts of each event: delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted. */
const textsOf = (language: ExampleLanguage): object =>
  Object.fromEntries(
    [...exampleEvents(language)].map(([event, { data }]) => [
      event,
      [data.delivery_status_locale_short, data.delivery_status_locale_long, data.expected_delivery_date_formatted],
    ]),
  );

/** token-api imports no other app, so it gets the examples as a file. */
it('event-builder writes the examples of token-api', () =>
  holdJson('apps/token-api/src/event-types/example-events.json', {
    $comment: 'Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from test/fixtures/examples/eleven-events.json.',
    events: Object.fromEntries(exampleEvents()),
    texts: Object.fromEntries(languages.map((language) => [language, textsOf(language)])),
  }));

it.each(languages)('the examples in %s are the events that event-builder makes', (language) => {
  const shown = new Map(EVENT_NAMES.map((event) => [event, toExampleEvent(event, language)]));
  expect(shown).toEqual(exampleEvents(language));
});
