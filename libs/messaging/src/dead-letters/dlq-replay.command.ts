// Publishes dead letters back to the topic they came from.
import { defineCommand, flag, optional, required, UsageError } from '#libs/command-line';
import { failsAgain, toTopic } from './dead-letter-args.js';
import { withDeadLetters } from './with-dead-letters.client.js';

export const COMMAND = defineCommand({
  name: 'dlq:replay',
  summary: 'publishes dead letters back to the topic they came from, each once',
  more: '--all includes those whose bytes would fail again',
  args: { topic: required('<topic>', 'the topic that the messages came from', { read: toTopic }) },
  options: {
    reason: optional('--reason <reason>', 'only dead letters of this reason'),
    all: flag('--all', 'also those whose bytes would fail again'),
    dryRun: flag('--dry-run', 'only count'),
  },
  examples: ['records --reason E_LINK'],
  reads: ['KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async (args, { env }) => {
    const { reason, all } = args;
    if (reason !== undefined && failsAgain(reason) && !all)
      throw new UsageError(
        `${reason} would fail again, because the bytes stay the same: publish a corrected message, or add --all after an update that reads more`,
      );
    return { json: await withDeadLetters(env, 'dlq-replay', (letters) => letters.replay(args)) };
  },
});
