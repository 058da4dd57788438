// Sets the consumer groups back to a time, so that later messages are read again: after the database was restored to an earlier state.
import { defineCommand, flag, instant, required } from '#libs/command-line';
import { type Env, readConfig } from '#libs/config';
import { Logger } from '#libs/observability';
import { createKafka, withAdmin } from '../client/kafka.client.js';
import { kafkaSettings } from '../kafka.config.js';
import { planSetBack, setBack } from './offsets.client.js';

interface OffsetsResetArgs {
  readonly to: Date;
  readonly dryRun: boolean;
}

export const COMMAND = defineCommand({
  name: 'offsets:reset',
  summary: 'sets all consumer groups back to a time, never forward',
  more: 'so that later messages are read again: after a restore, while the apps are stopped (docs/backup-and-moves.md#backup-and-restore)',
  options: {
    to: required('--to <time>', 'read again from then on', { read: instant }),
    dryRun: flag('--dry-run', 'only count the messages'),
  },
  examples: ['--to 2026-03-29T10:00:00Z --dry-run'],
  reads: ['KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async (args, { env }) => ({ json: await reset(args, env) }),
});

async function reset({ to, dryRun }: OffsetsResetArgs, env: Env): Promise<object> {
  const config = readConfig(kafkaSettings, env);
  // kafkajs logs its retries as warnings. The error of the command says enough.
  const kafka = createKafka(config, 'offsets-reset', new Logger('offsets-reset', { logLevel: 'error' }));
  return withAdmin(kafka, async (admin) => {
    const plans = await planSetBack(admin, config.topicPrefix, to.getTime());
    if (!dryRun) for (const plan of plans) await setBack(admin, plan);
    return { dryRun, groups: plans.map(({ group, topic, messages }) => ({ group, topic, messages })) };
  });
}
