// What lies in the dead-letter topics, by reason; with --messages each one. Never values: they hold personal data.
import { runCommandLine } from '#libs/observability';
import { DLQ_LIST_USAGE, type DlqListArgs, parseDlqListArgs } from './dead-letter-args.js';
import { count, letterText, talliesText, type Tally } from './dead-letter-texts.js';
import type { DeadLetterQueue } from './dead-letter-queue.service.js';
import { withDeadLetters } from './with-dead-letters.client.js';

const COMMAND = {
  usage: DLQ_LIST_USAGE,
  parse: parseDlqListArgs,
  run: async (args: DlqListArgs) => ({ output: await withDeadLetters(process.env, 'dlq-list', (letters) => list(letters, args)) }),
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));

async function list(letters: DeadLetterQueue, { topics, reason, messages }: DlqListArgs): Promise<string> {
  const lines: string[] = [];
  for (const topic of topics) {
    const tallies = new Map<string, Tally>();
    await letters.survey(topic, (letter) => {
      if (reason !== undefined && letter.reason !== reason) return;
      if (messages) process.stdout.write(`${letterText(topic, letter)}\n`);
      count(tallies, letter);
    });
    lines.push(...talliesText(topic, tallies));
  }
  return lines.length === 0 ? 'No dead letters.' : lines.join('\n');
}
