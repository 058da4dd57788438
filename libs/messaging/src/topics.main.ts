import { readConfig } from '#libs/config';
import { topicSpecs } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { createKafka } from './kafka.client.js';
import { kafkaSettings, topicSettings } from './kafka.config.js';
import { ensureTopics, replicationFor } from './topics.service.js';

try {
  const config = readConfig({ ...kafkaSettings, ...topicSettings }, process.env);
  const admin = createKafka(config, 'topics', new Logger('topics', { logLevel: 'warn' })).admin();
  await admin.connect();
  const replicationFactor = config.topicReplication || (await replicationFor(admin));
  const { created, differing } = await ensureTopics(
    admin,
    topicSpecs({ prefix: config.topicPrefix, partitions: config.topicPartitions, replicationFactor }),
  );
  console.log(created.length === 0 ? 'All topics stand.' : `Created: ${created.join(', ')}`);
  differing.forEach((line) => console.error(line));
  process.exitCode = differing.length > 0 && process.argv.includes('--check') ? 1 : 0;
  await admin.disconnect();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
