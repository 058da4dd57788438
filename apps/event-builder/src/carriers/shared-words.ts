// Adds what the words of a text say to a shipped rule that left it open: the place, the next step, the reason, a finer status.
import {
  DELIVERY_LOCATIONS,
  type DeliveryLocation,
  EXCEPTION_CODES,
  type ExceptionCode,
  NEXT_ACTIONS,
  type NextAction,
  RETURN_REASONS,
  type ReturnReason,
  STATUS_HINTS,
  type StatusHint,
} from '#libs/contracts';
import { type Entry, readOperatorFile } from './operator-file.js';

/** The fields that a rule states or leaves open. */
export interface Outcome {
  readonly status: StatusHint;
  readonly exceptionCode?: ExceptionCode;
  readonly nextAction?: NextAction;
  readonly returnReason?: ReturnReason;
  readonly deliveryLocation?: DeliveryLocation;
}

/**
 * One entry of shared-words.yaml. It adds to readings of these statuses when a piece of the text has one of `words` and none of `unless`.
 */
export interface WordEntry extends Partial<Outcome> {
  readonly statuses: readonly StatusHint[];
  /** Applies only when the carrier's rule was chosen by the text: a code alone is trusted. */
  readonly isForTexts: boolean;
  readonly words: readonly string[];
  readonly unless: readonly string[];
  /** Words that may occur in no other piece either. */
  readonly nowhere: readonly string[];
}

interface WordRule {
  readonly isForTexts: boolean;
  readonly words: RegExp;
  readonly unless: RegExp | undefined;
  readonly nowhere: RegExp | undefined;
  readonly adds: Partial<Outcome>;
}

/** Rules by the status that the carrier's rule gives. */
export type SharedWords = ReadonlyMap<StatusHint, { readonly any: RegExp; readonly rules: readonly WordRule[] }>;

/** @throws OperatorFileFault */
export const readWordEntries = (file: string, yaml: string): readonly WordEntry[] => readOperatorFile(file, yaml, readWordEntry);

function readWordEntry(entry: Entry): WordEntry {
  const when = entry.nested('when');
  const statuses = when.texts('status').filter((status): status is StatusHint => (STATUS_HINTS as readonly string[]).includes(status));
  const isForTexts = when.boolean('read_from_text') === true;
  const [words, unless, nowhere] = [when.texts('words'), when.texts('unless'), when.texts('nowhere')];
  when.refuseUnread();
  if (statuses.length === 0 || words.length === 0) entry.refuse('needs when: {status, words}');
  return { statuses, isForTexts, words, unless, nowhere, ...readAdditions(entry) };
}

function readAdditions(entry: Entry): Partial<Outcome> {
  const additions = {
    status: entry.oneOf('status', STATUS_HINTS),
    exceptionCode: entry.oneOf('exception_code', EXCEPTION_CODES),
    nextAction: entry.oneOf('next_action', NEXT_ACTIONS),
    returnReason: entry.oneOf('return_reason', RETURN_REASONS),
    deliveryLocation: entry.oneOf('delivery_location', DELIVERY_LOCATIONS),
  };
  return Object.fromEntries(Object.entries(additions).filter(([, value]) => value !== undefined));
}

export function toSharedWords(entries: readonly WordEntry[]): SharedWords {
  const statuses = new Set(entries.flatMap((entry) => entry.statuses));
  return new Map([...statuses].map((status) => [status, toRulesOf(entries.filter((entry) => entry.statuses.includes(status)))]));
}

const toRulesOf = (entries: readonly WordEntry[]): { readonly any: RegExp; readonly rules: readonly WordRule[] } => ({
  any: anyOf(entries.flatMap(({ words }) => words)),
  rules: entries.map(({ isForTexts, words, unless, nowhere, ...adds }) => ({
    isForTexts,
    words: anyOf(words),
    unless: wholeWords(unless),
    nowhere: wholeWords(nowhere),
    adds,
  })),
});

/** Matches at the beginning of a word. */
const anyOf = (words: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'iu');

const wholeWords = (words: readonly string[]): RegExp | undefined =>
  words.length === 0 ? undefined : new RegExp(`${anyOf(words).source}(?![\\p{L}\\p{N}])`, 'iu');

/** Marks that end a thought, and "and": a negation before them does not apply to words after them. */
const ENDS = /[.!?;:] |[,()–—/]|[.!?]$| (?:und|and|et|y|oraz|och|og) /iu;

export interface ReadText {
  /** With single spaces for all blanks. */
  readonly text: string;
  /** True when the carrier's rule was chosen by the text. */
  readonly isRead: boolean;
}

/** Returns the rule's outcome, completed by the words. The status comes first, because another status has other fields. */
export function withWords(outcome: Outcome, text: ReadText, words: SharedWords): Outcome {
  const own = additionsTo(outcome.status, text, words);
  const finer = own.find((addition) => addition.status !== undefined);
  const status = finer?.status ?? outcome.status;
  const found = finer === undefined ? own : [finer, ...additionsTo(status, text, words)];
  const additions = found.reduceRight((rest, addition) => ({ ...rest, ...addition }), {});
  return {
    status,
    exceptionCode: outcome.exceptionCode ?? additions.exceptionCode,
    nextAction: outcome.nextAction ?? additions.nextAction,
    returnReason:
      outcome.returnReason ?? additions.returnReason ?? (finer?.status === 'Return' ? asReturnReason(outcome.exceptionCode) : undefined),
    deliveryLocation: outcome.deliveryLocation ?? additions.deliveryLocation,
  };
}

/** Uses the reason for the failed delivery as the reason for the return, if the specification has the same word for both. */
const asReturnReason = (code: ExceptionCode | undefined): ReturnReason | undefined => RETURN_REASONS.find((reason) => reason === code);

/** No carrier's sentence is longer; the time per scan grows with the text. */
const MOST_CHARACTERS = 2_000;

function additionsTo(status: StatusHint, { text: whole, isRead }: ReadText, words: SharedWords): readonly Partial<Outcome>[] {
  const text = whole.slice(0, MOST_CHARACTERS);
  const known = words.get(status);
  if (known === undefined || text === '' || !known.any.test(text)) return [];
  const pieces = text.split(ENDS);
  const applies = ({ isForTexts, words: wanted, unless, nowhere }: WordRule): boolean =>
    (isRead || !isForTexts) && pieces.some((piece) => wanted.test(piece) && unless?.test(piece) !== true) && nowhere?.test(text) !== true;
  return known.rules.filter(applies).map(({ adds }) => adds);
}
