// Judges the answers to the POSTs of a rehearsal.
import { ADVICE, adviceOn, type Given, type PostAnswer } from '#libs/receiver-check';
import { isAccepted, isRefused, type Heard } from './perform.js';
import type { CheckId } from './step.js';
import { type Check, NAMES } from './verdict.js';

const ADVICE_OF: Partial<Record<CheckId, string>> = {
  repeats: ADVICE.twice,
  out_of_order: 'Accept events in any order: retries arrive after younger events. Order by `timestamp`.',
  late: 'Accept an event that is older than the events before it: scans come late.',
  dates: ADVICE.eta,
  signature_two: ADVICE.rotation,
  signature_wrong: ADVICE.refuse,
  signature_changed: ADVICE.refuse,
  signature_missing: ADVICE.refuse,
  signature_old: ADVICE.old,
};
const MOST_LINES = 5;

export interface PostsContext {
  readonly given: Given;
  /** True: the rehearsal ended before its last POST. */
  readonly isCutShort: boolean;
}

/** @param heard the answers to the POSTs of all checks */
export function judgePosts(id: CheckId, heard: readonly Heard[], { given, isCutShort }: PostsContext): Check {
  const own = heard.filter(({ step }) => step.check === id);
  const name = NAMES[id];
  const [first] = own;
  if (!first) return isCutShort ? unmade(id) : unsigned(id, given);
  if (first.step.expects === 'anything') return { id, name, state: 'reported', evidence: evidenceOf(own) };
  const wrong = own.filter((each) => !isAsExpected(each));
  const [worst] = wrong;
  if (!worst) return { id, name, state: 'passed', evidence: evidenceOf(own) };
  const lines = wrong
    .slice(0, MOST_LINES)
    .map(({ step, answer }) => (own.length === 1 ? describe(answer) : `${step.play}, ${step.what}: ${describe(answer)}`));
  const more = wrong.length > MOST_LINES ? [`and ${wrong.length - MOST_LINES} more of ${own.length}`] : [];
  const general = adviceOn(worst.answer, given);
  return {
    id,
    name,
    state: 'failed',
    evidence: [...lines, ...more],
    advice: worst.answer.kind === 'failed' ? general : (ADVICE_OF[id] ?? general),
  };
}

const unmade = (id: CheckId): Check => ({ id, name: NAMES[id], state: 'not_seen', evidence: ['the rehearsal ended before'] });

const unsigned = (id: CheckId, { secretOption }: Given): Check => ({
  id,
  name: NAMES[id],
  state: 'not_seen',
  evidence: ['the webhooks had no signatures'],
  advice: `Give the receiver’s signing secret by ${secretOption}.`,
});

const isAsExpected = ({ step: { expects }, answer }: Heard): boolean => (expects === 'accepted' ? isAccepted(answer) : isRefused(answer));

/** What happened in a few words, then what was sent. */
function evidenceOf(own: readonly Heard[]): string[] {
  const [first] = own;
  if (first && own.length === 1) return [describe(first.answer), first.step.play];
  const slowest = Math.max(...own.map(({ answer }) => (answer.kind === 'answered' ? answer.durationMs : 0)));
  const sent = [...new Set(own.map(({ step }) => step.play))].join(', ');
  return [`${own.length} webhooks, the slowest answer after ${Math.round(slowest)} ms`, sent];
}

export function describe(answer: PostAnswer): string {
  if (answer.kind === 'failed') return answer.detail;
  const text = answer.text ? `, “${answer.text}”` : '';
  return `status ${answer.status} after ${Math.round(answer.durationMs)} ms${text}`;
}
