import { type CheckArgs, givenIn } from '#libs/receiver-check';
import { isUnreached } from '../verify/failed-exchange.js';
import { judgePosts } from './judge-posts.js';
import { judgeReadings, READING_CHECKS } from './judge-readings.js';
import type { Performance } from './perform.js';
import { expectedParcels, type Reading } from './reading.js';
import { CHECK_IDS, type CheckId } from './step.js';
import type { Check, Verdict } from './verdict.js';

export interface Rehearsal {
  readonly args: CheckArgs;
  readonly format: string;
  readonly run: string;
  readonly performance: Performance;
  /** undefined = the receiver was not asked. */
  readonly readings: ReadonlyMap<string, Reading> | undefined;
}

export function judgeRehearsal({ args, format, run, performance, readings }: Rehearsal): Verdict {
  const { heard, notMade } = performance;
  const context = { given: givenIn(args), isCutShort: notMade > 0 };
  const ofReadings = judgeReadings(expectedParcels(heard), readings);
  const isOfReadings = (id: CheckId): boolean => READING_CHECKS.some((each) => each === id);
  const checks = CHECK_IDS.map((id): Check =>
    isOfReadings(id) ? ofReadings.find((each) => each.id === id)! : judgePosts(id, heard, context),
  );
  const [first] = heard;
  const isGood = checks.every(({ state }) => state !== 'failed');
  return {
    result: first && isUnreached(first.answer) ? 'unreachable' : isGood ? 'good' : 'failed',
    url: shownUrl(args.url),
    format,
    isSigned: args.secret !== undefined,
    run,
    sent: heard.length,
    notMade,
    checks,
  };
}

function shownUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
