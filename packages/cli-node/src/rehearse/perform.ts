import type { PostAnswer } from '#libs/receiver-check';
import type { Step } from './step.js';

/** A step with the answer of the receiver. */
export interface Heard {
  readonly step: Step;
  readonly answer: PostAnswer;
}

export interface Performance {
  readonly heard: readonly Heard[];
  /** The number of steps that were left out because the receiver no longer answers. */
  readonly notMade: number;
}

export interface Stage {
  readonly post: (step: Step) => Promise<PostAnswer>;
  /** Ends when the time before a repeat has passed. */
  readonly pause: () => Promise<void>;
}

/** A receiver that is silent this often in a row is left alone: each POST would wait for its time-out. */
const MOST_SILENT = 3;

/** Makes the POSTs one after the other. Ends early when the receiver does not answer, or does not accept the first webhook. */
export async function perform(steps: readonly Step[], { post, pause }: Stage): Promise<Performance> {
  const heard: Heard[] = [];
  let silent = 0;
  for (const step of steps) {
    if (step.isRetry) await pause();
    const answer = await post(step);
    heard.push({ step, answer });
    silent = answer.kind === 'failed' ? silent + 1 : 0;
    if (silent === MOST_SILENT || (heard.length === 1 && !isAccepted(answer))) break;
  }
  return { heard, notMade: steps.length - heard.length };
}

export const isAccepted = (answer: PostAnswer): boolean => answer.kind === 'answered' && Math.floor(answer.status / 100) === 2;
export const isRefused = (answer: PostAnswer): boolean => answer.kind === 'answered' && Math.floor(answer.status / 100) === 4;
