// What lies in the dead-letter topics, by reason; with --messages each one. Never values: they hold personal data.
import type { CommandContext } from '#libs/observability';
import { DLQ_LIST_USAGE, type DlqListArgs, parseDlqListArgs } from './dead-letter-args.js';
import { count, letterText, talliesText, type Tally } from './dead-letter-texts.js';
import type { DeadLetterQueue } from './dead-letter-queue.client.js';
import { withDeadLetters } from './with-dead-letters.client.js';

export const COMMAND = {
  usage: DLQ_LIST_USAGE,
  parse: parseDlqListArgs,
  run: async (args: DlqListArgs, { env, print }: CommandContext) => ({
    output: await withDeadLetters(env, 'dlq-list', (letters) => list(letters, args, print)),
  }),
};

async function list(letters: DeadLetterQueue, { topics, reason, messages }: DlqListArgs, print: CommandContext['print']): Promise<string> {
  const lines: string[] = [];
  for (const topic of topics) {
    const tallies = new Map<string, Tally>();
    await letters.survey(topic, (letter) => {
      if (reason !== undefined && letter.reason !== reason) return;
      if (messages) print(letterText(topic, letter));
      count(tallies, letter);
    });
    lines.push(...talliesText(topic, tallies));
  }
  return lines.length === 0 ? 'No dead letters.' : lines.join('\n');
}
