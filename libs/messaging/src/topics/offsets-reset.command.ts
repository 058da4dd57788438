// Sets the consumer groups back to a time, so that what came since is read again: after the database was restored to an earlier state.
import { type Env, readConfig } from '#libs/config';
import { type CommandContext, Logger } from '#libs/observability';
import { createKafka } from '../kafka.client.js';
import { kafkaSettings } from '../kafka.config.js';
import { OFFSETS_RESET_USAGE, type OffsetsResetArgs, parseOffsetsResetArgs } from './offsets-args.js';
import { planSetBack, setBack } from './offsets.client.js';

export const COMMAND = {
  usage: OFFSETS_RESET_USAGE,
  parse: parseOffsetsResetArgs,
  run: async (args: OffsetsResetArgs, { env }: CommandContext) => ({ output: JSON.stringify(await reset(args, env)) }),
};

async function reset({ toMs, dryRun }: OffsetsResetArgs, env: Env): Promise<object> {
  const config = readConfig(kafkaSettings, env);
  // What kafkajs tries again is logged as warnings: here the one sentence at the end says it.
  const admin = createKafka(config, 'offsets-reset', new Logger('offsets-reset', { logLevel: 'error' })).admin();
  try {
    await admin.connect();
    const plans = await planSetBack(admin, config.topicPrefix, toMs);
    if (!dryRun) for (const plan of plans) await setBack(admin, plan);
    return { dryRun, groups: plans.map(({ group, topic, messages }) => ({ group, topic, messages })) };
  } finally {
    await admin.disconnect();
  }
}
