import { setTimeout as pause } from 'node:timers/promises';
import { type Child } from './child.js';
import { StackError } from './stack-error.js';

const READY_WITHIN_MS = 60_000;

/** Asks until the child answers. Its death or a minute of silence is an error with the last lines of its log. */
export async function untilReady(child: Child, answers: () => Promise<boolean>, withinMs = READY_WITHIN_MS): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await answers())) {
    if (child.hasExited()) throw new StackError(`${child.name} ended before it was ready:\n${lastWords(child)}`);
    if (Date.now() > giveUpAt) {
      await child.stop(1_000);
      throw new StackError(`${child.name} was not ready after ${withinMs / 1000} s:\n${lastWords(child)}`);
    }
    await pause(80);
  }
}

/** True when the app's internal address says that it is ready. An app that does not answer is not ready. */
export async function isReady(internalUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${internalUrl}/health/ready`);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Leaves out stack frames, which would fill the last lines. */
const lastWords = (child: Child): string =>
  child
    .lastLines(60)
    .filter((line) => !/^\s+at /.test(line))
    .slice(-8)
    .join('\n');
