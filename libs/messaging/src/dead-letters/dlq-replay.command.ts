// Publishes parked messages back to the topic they came from.
import type { CommandContext } from '#libs/observability';
import { DLQ_REPLAY_USAGE, type DlqReplayArgs, parseDlqReplayArgs } from './dead-letter-args.js';
import { withDeadLetters } from './with-dead-letters.client.js';

export const COMMAND = {
  usage: DLQ_REPLAY_USAGE,
  parse: parseDlqReplayArgs,
  run: async (args: DlqReplayArgs, { env }: CommandContext) => ({
    output: JSON.stringify(await withDeadLetters(env, 'dlq-replay', (letters) => letters.replay(args))),
  }),
};
