// The POSTs of a rehearsal, in order.
import type { WebhookFormat, WebhookPayload } from '#libs/contracts';
import { ETA_FORMS } from '#libs/receiver-check';
import { type Life, type Naming, Practice } from './practice.js';
import { bodyOf, type CheckId, type SignedAs, type Step, withData, withEventName } from './step.js';

export interface RehearsalInput extends Naming {
  readonly format: WebhookFormat;
  /** False: signatures are neither sent nor checked. */
  readonly hasSecret: boolean;
}

/** The service sends an event again at most 15 times. */
const REPEATS = 15;
/** Lives in which an older event arrives after a younger one. */
const LATE = new Set(['late-scan', 'scan-before-record']);

/** Every known form of an expected date, besides those that a receiver must cope with although they are never sent today. */
const DATES: readonly { readonly name: string; readonly value: unknown }[] = [
  { name: 'a day', value: { startDate: '2026-03-30', endDate: '2026-03-30' } },
  { name: 'one of several days', value: { startDate: '2026-03-30', endDate: '2026-03-31' } },
  { name: 'a day, about a time', value: { startDate: '2026-03-30', endDate: '2026-03-30', startTime: '12:30:00', endTime: '12:30:00' } },
  ...ETA_FORMS,
];

export function planRehearsal(input: RehearsalInput): Step[] {
  const practice = new Practice(input);
  const lives = practice.all();
  const early = lives.filter(({ name }) => !LATE.has(name));
  return [
    ...early.flatMap((life) => played(life, 'answers', input)),
    ...repeats(practice, input),
    ...outOfOrder(practice, input),
    ...lives.filter(({ name }) => LATE.has(name)).flatMap((life) => played(life, 'late', input)),
    ...dates(practice, input),
    ...(input.hasSecret ? signatures(practice, input) : []),
    ...unknowns(practice, input),
  ];
}

const played = (life: Life, check: CheckId, input: RehearsalInput): Step[] =>
  life.events.map((event) => step(event, { check, play: life.name }, input));

function step(event: WebhookPayload, rest: Pick<Step, 'check' | 'play'> & Partial<Step>, { format }: RehearsalInput): Step {
  return { event, what: event.event, body: bodyOf(event, format), signedAs: 'right', expects: 'accepted', ...rest };
}

/** Each event twice, the first event again after the last, and sixteen attempts of one event. */
function repeats(practice: Practice, input: RehearsalInput): Step[] {
  const first = (event: WebhookPayload): Step => step(event, { check: 'answers', play: 'before repeats' }, input);
  const again = (event: WebhookPayload, play: string): Step => step(event, { check: 'repeats', play }, input);
  const doubled = practice.copy('delivered-at-the-door').events;
  const tried = practice.copy('collected').events;
  return [
    ...doubled.flatMap((event) => [first(event), again(event, 'at once again')]),
    ...doubled.slice(0, 1).map((event) => again(event, 'again after the last event of the parcel')),
    ...tried.map(first),
    ...tried.slice(-2, -1).flatMap((event) => attemptsOf(again(event, 'sixteen attempts'))),
  ];
}

const attemptsOf = (repeat: Step): Step[] =>
  Array.from({ length: REPEATS }, (_, index) => ({ ...repeat, what: `${repeat.what}, attempt ${index + 2}`, isRetry: true }));

function outOfOrder(practice: Practice, input: RehearsalInput): Step[] {
  const toSteps = (play: string, events: readonly WebhookPayload[]): Step[] =>
    events.map((event) => step(event, { check: 'out_of_order', play }, input));
  const backwards = ['delivered-at-the-door', 'winter-time', 'fractions'];
  const mixed = practice.copy('partly-delivered').events;
  const alternating = [...mixed.filter((_, index) => index % 2 === 1), ...mixed.filter((_, index) => index % 2 === 0)];
  return [
    ...backwards.flatMap((name) => toSteps(`${name} backwards`, practice.copy(name).events.toReversed())),
    ...toSteps('partly-delivered mixed', alternating),
  ];
}

function dates(practice: Practice, input: RehearsalInput): Step[] {
  return DATES.map(({ name, value }) => {
    const event = practice.copy('partly-delivered').events.find((each) => each.event === 'onScheduled')!;
    const usual = step(event, { check: 'dates', play: name }, input);
    return { ...usual, body: withData(usual.body, { expected_delivery_date_raw: value }) };
  });
}

function signatures(practice: Practice, input: RehearsalInput): Step[] {
  const signed = (signedAs: SignedAs, play: string): Step => {
    const event = practice.copy('delivered-at-the-door').events[0]!;
    const expects = signedAs === 'right' || signedAs === 'two' ? 'accepted' : 'refused';
    return step(event, { check: `signature_${signedAs}`, play, signedAs, expects }, input);
  };
  return [
    signed('right', 'a right signature'),
    signed('two', 'two signatures, of which the second is right'),
    signed('wrong', 'a signature with another secret'),
    signed('changed', 'a body with one more blank than the signed body'),
    signed('missing', 'no signature'),
    signed('old', 'a right signature that is ten minutes old'),
  ];
}

function unknowns(practice: Practice, input: RehearsalInput): Step[] {
  const field = step(firstOf(practice), { check: 'unknown_field', play: 'data.practice_field, which the schema does not have' }, input);
  const event = step(firstOf(practice), { check: 'unknown_event', play: 'onPractice, which the schema does not have' }, input);
  return [
    { ...field, body: withData(field.body, { practice_field: { is_new: true } }), expects: 'anything' },
    { ...event, body: withEventName(event.body, 'onPractice'), expects: 'anything' },
  ];
}

const firstOf = (practice: Practice): WebhookPayload => practice.copy('collected').events[0]!;
