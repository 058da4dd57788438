// Lists the dead letters by reason, and each letter with --messages. It never shows values, because they hold personal data.
import { type CommandContext, defineCommand, flag, optional } from '#libs/command-line';
import type { TopicName } from '#libs/contracts';
import { toTopic, TOPIC_NAMES } from './dead-letter-args.js';
import type { DeadLetter, DeadLetterQueue } from './dead-letter-queue.client.js';
import { count, letterText, talliesText, type Tally } from './dead-letter-texts.js';
import { withDeadLetters } from './with-dead-letters.client.js';

interface ListArgs {
  readonly topics: readonly TopicName[];
  readonly reason: string | undefined;
  /** Called for each dead letter; undefined = they are only counted. */
  readonly show: ((topic: TopicName, letter: DeadLetter) => void) | undefined;
}

export const COMMAND = defineCommand({
  name: 'dlq:list',
  summary: 'lists the dead letters, by reason',
  more: '--messages lists each message, never its value',
  args: { topic: optional('[topic]', 'only of this topic', { read: toTopic }) },
  options: {
    reason: optional('--reason <reason>', 'only dead letters of this reason'),
    messages: flag('--messages', 'each message, never its value'),
  },
  reads: ['KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async ({ topic, reason, messages }, context) => {
    const letters: object[] = [];
    const show = messages ? shower(context, letters) : undefined;
    const args = { topics: topic === undefined ? TOPIC_NAMES : [topic], reason, show };
    const tallies = await withDeadLetters(context.env, 'dlq-list', (queue) => tally(queue, args));
    const reasons = [...tallies].flatMap(([name, byReason]) =>
      [...byReason].map(([each, rest]) => ({ topic: name, reason: each, ...rest })),
    );
    const lines = [...tallies].flatMap(([name, byReason]) => talliesText(name, byReason));
    return { json: { reasons, ...(messages && { messages: letters }) }, text: lines.length === 0 ? 'No dead letters.' : lines };
  },
});

/** Prints each as it comes, because there may be many; `--json` prints one object at the end. */
function shower({ isJson, print }: CommandContext, letters: object[]): NonNullable<ListArgs['show']> {
  return (topic, letter) => {
    if (!isJson) return print(letterText(topic, letter));
    const { partition, offset, reason, key, firstSeen, isReplayed, detail } = letter;
    letters.push({ topic, partition, offset, reason, key, firstSeen, isReplayed, detail });
  };
}

async function tally(queue: DeadLetterQueue, { topics, reason, show }: ListArgs): Promise<Map<TopicName, Map<string, Tally>>> {
  const byTopic = new Map<TopicName, Map<string, Tally>>();
  for (const topic of topics) {
    const tallies = new Map<string, Tally>();
    await queue.survey(topic, (letter) => {
      if (reason !== undefined && letter.reason !== reason) return;
      show?.(topic, letter);
      count(tallies, letter);
    });
    byTopic.set(topic, tallies);
  }
  return byTopic;
}
