import { parseArgs } from 'node:util';
import { TOPICS, type TopicName } from '#libs/contracts';
import { UNREAD_BATCH } from '../codec/unread-batch.js';

export const DLQ_LIST_USAGE = 'dlq:list [TOPIC] [--reason REASON] [--messages]';
export const DLQ_REPLAY_USAGE = 'dlq:replay TOPIC [--reason REASON] [--all] [--dry-run]';

const TOPIC_NAMES: readonly TopicName[] = Object.values(TOPICS).map(({ name }) => name);

/** Decided by the bytes alone, which a replay does not change; E_LINK looks at the operator's files, E_INTERNAL was a fault of ours. */
const FAILS_AGAIN = ['E_JSON', 'E_SIZE', 'E_SCHEMA', 'E_TIME', 'E_REF', 'E_ENUM', UNREAD_BATCH];

export const failsAgain = (reason: string): boolean => FAILS_AGAIN.includes(reason);

export interface DlqListArgs {
  /** Source topics, without prefix and `.dlq`. */
  readonly topics: readonly TopicName[];
  readonly reason: string | undefined;
  readonly messages: boolean;
}

export interface DlqReplayArgs {
  readonly topic: TopicName;
  readonly reason: string | undefined;
  /** Those too that would fail again. */
  readonly all: boolean;
  readonly dryRun: boolean;
}

/** @throws Error with one sentence */
export function parseDlqListArgs(argv: readonly string[]): DlqListArgs {
  const options = { reason: { type: 'string' }, messages: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (positionals.length > 1) throw new Error('name one topic, or none for all of them');
  const [topic] = positionals;
  return { topics: topic === undefined ? TOPIC_NAMES : [toTopic(topic)], reason: values.reason, messages: values.messages };
}

/** @throws Error with one sentence */
export function parseDlqReplayArgs(argv: readonly string[]): DlqReplayArgs {
  const flag = { type: 'boolean', default: false } as const;
  const options = { reason: { type: 'string' }, all: flag, 'dry-run': flag } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const { reason, all, 'dry-run': dryRun } = values;
  if (positionals.length !== 1) throw new Error(`name the topic that the messages came from: ${TOPIC_NAMES.join(', ')}`);
  if (reason !== undefined && failsAgain(reason) && !all) {
    throw new Error(
      `${reason} would fail again, for the bytes stay the same: publish a corrected message, or add --all after an update that reads more`,
    );
  }
  return { topic: toTopic(positionals[0] ?? ''), reason, all, dryRun };
}

/** `scans` and `scans.dlq` mean the same. */
function toTopic(text: string): TopicName {
  const topic = TOPIC_NAMES.find((name) => text === name || text === `${name}.dlq`);
  if (topic === undefined) throw new Error(`there is no topic "${text}": choose one of ${TOPIC_NAMES.join(', ')}`);
  return topic;
}
