// Publishes parked messages back to the topic they came from.
import { runCommandLine } from '#libs/observability';
import { DLQ_REPLAY_USAGE, type DlqReplayArgs, parseDlqReplayArgs } from './dead-letter-args.js';
import { withDeadLetters } from './with-dead-letters.client.js';

const COMMAND = {
  usage: DLQ_REPLAY_USAGE,
  parse: parseDlqReplayArgs,
  run: async (args: DlqReplayArgs) => ({
    output: JSON.stringify(await withDeadLetters(process.env, 'dlq-replay', (letters) => letters.replay(args))),
  }),
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));
