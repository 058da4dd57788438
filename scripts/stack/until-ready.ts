import { setTimeout as pause } from 'node:timers/promises';
import { type Child } from './child.js';
import { StackError } from './stack-error.js';

const READY_WITHIN_MS = 60_000;

/** Asks until the child answers; its death or a minute's silence is an error that carries the last lines of its log. */
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

/** Whether the app says so at its internal address; one that does not answer is not. */
export async function isReady(internalUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${internalUrl}/health/ready`);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The frames of a stack would be all that is left of it. */
const lastWords = (child: Child): string =>
  child
    .lastLines(60)
    .filter((line) => !/^\s+at /.test(line))
    .slice(-8)
    .join('\n');
