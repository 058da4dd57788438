import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

export type Format = Schemas['EventTypes']['format'];
export type Language = Schemas['EventTypes']['language'];

export const FORMATS: readonly Format[] = ['plain', 'cloudevents'];
export const LANGUAGES: readonly Language[] = ['cs', 'da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'no', 'pl', 'pt', 'sv'];

/** The one of the list that the address names, else the usual one. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined, usual: T): T =>
  list.find((value) => value === text) ?? usual;

export const useEventTypes = (format: Format, language: Language): UseQueryResult<Schemas['EventTypes']> =>
  useQuery({
    queryKey: ['event-types', format, language],
    queryFn: () => answerOf(api.GET('/event-types', { params: { query: { format, language } } })),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

export const languageName = (language: Language): string => NAMES.of(language) ?? language;
