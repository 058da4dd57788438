// Publishes one scan, for a trial; its bytes are not checked: what event-builder says of a bad one is worth a trial too.
import { randomUUID } from 'node:crypto';
import { jsonHeaders, parcelKey, TOPICS } from '#libs/contracts';
import type { CommandContext } from '#libs/observability';
import { parseScanPublishArgs, SCAN_PUBLISH_USAGE, type ScanPublishArgs } from './scan-publish-args.js';
import { withProducer } from '../producer/with-producer.client.js';

export const COMMAND = { usage: SCAN_PUBLISH_USAGE, parse: parseScanPublishArgs, run };

async function run(
  { courier, tracking, brokers, prefix, scanId, at, said }: ScanPublishArgs,
  context: CommandContext,
): Promise<{ output: string }> {
  const env = {
    ...context.env,
    ...(brokers !== undefined && { KAFKA_BROKERS: brokers }),
    ...(prefix !== undefined && { TOPIC_PREFIX: prefix }),
  };
  const value = JSON.stringify({
    schema: 'scan/1',
    scan_id: scanId ?? randomUUID(),
    courier,
    tracking_number: tracking,
    occurred_at: at ?? new Date(Date.now()).toISOString(),
    ...said,
  });
  const message = { topic: TOPICS.scans.name, key: parcelKey(courier, tracking), value, headers: jsonHeaders() };
  await withProducer(env, 'scan-publish', ({ producer }) => producer.publish([message]));
  return { output: value };
}
