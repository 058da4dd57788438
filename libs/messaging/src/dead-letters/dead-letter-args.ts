import { TOPICS, type TopicName } from '#libs/contracts';
import { UNREAD_BATCH } from '../codec/unread-batch.js';

export const TOPIC_NAMES: readonly TopicName[] = Object.values(TOPICS).map(({ name }) => name);

/** These reasons follow from the bytes alone, which a replay does not change. E_LINK depends on the operator's files, and E_INTERNAL was a bug of an app. */
const FAILS_AGAIN = ['E_JSON', 'E_SIZE', 'E_SCHEMA', 'E_TIME', 'E_REF', 'E_ENUM', UNREAD_BATCH];

export const failsAgain = (reason: string): boolean => FAILS_AGAIN.includes(reason);

export interface DlqReplayArgs {
  readonly topic: TopicName;
  readonly reason: string | undefined;
  /** True = also letters that would fail again. */
  readonly all: boolean;
  readonly dryRun: boolean;
}

/** Reads the name of a source topic: `scans` and `scans.dlq` mean the same. */
export function toTopic(text: string): TopicName {
  const topic = TOPIC_NAMES.find((name) => text === name || text === `${name}.dlq`);
  if (topic === undefined) throw new Error(`must be one of ${TOPIC_NAMES.join(', ')}`);
  return topic;
}
