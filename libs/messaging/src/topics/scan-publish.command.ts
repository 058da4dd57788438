// Publishes one scan, for a trial. It refuses a scan that event-builder would refuse.
import { randomUUID } from 'node:crypto';
import { defineCommand, flag, optional, required, UsageError, type ValuesOf } from '#libs/command-line';
import { jsonHeaders, parcelKey, parseScanObject, TOPICS } from '#libs/contracts';
import { withProducer } from '../producer/with-producer.client.js';

const OPTIONS = {
  courier: required('--courier <name>', 'the carrier'),
  tracking: required('--tracking <number>', 'the tracking number'),
  brokers: optional('--brokers <host:port>', 'default KAFKA_BROKERS'),
  prefix: optional('--prefix <text>', 'topic prefix, default TOPIC_PREFIX'),
  status: optional('--status <status>', 'status_hint'),
  code: optional('--code <code>', 'carrier_code'),
  subCode: optional('--sub-code <code>', 'carrier_sub_code'),
  text: optional('--text <text>', 'raw_text'),
  location: optional('--location <text>', 'where'),
  at: optional('--at <time>', 'occurred_at, RFC 3339; default now'),
  scanId: optional('--scan-id <id>', 'default a new one'),
  unchecked: flag('--unchecked', 'publish the scan although event-builder will refuse it'),
};

export const COMMAND = defineCommand({
  name: 'scan:publish',
  summary: 'publishes one scan, for a trial',
  usage: '--courier <name> --tracking <number> [options]',
  options: OPTIONS,
  examples: ['--courier ups --tracking 1Z999 --status Delivered'],
  reads: ['[KAFKA_BROKERS]', '[TOPIC_PREFIX]'],
  run: async (values, context) => {
    const { courier, tracking, brokers, prefix, unchecked } = values;
    const scan = toScan(values);
    if (!unchecked) refuseUnreadable(scan);
    const env = {
      ...context.env,
      ...(brokers !== undefined && { KAFKA_BROKERS: brokers }),
      ...(prefix !== undefined && { TOPIC_PREFIX: prefix }),
    };
    const message = { topic: TOPICS.scans.name, key: parcelKey(courier, tracking), value: JSON.stringify(scan), headers: jsonHeaders() };
    await withProducer(env, 'scan-publish', ({ producer }) => producer.publish([message]));
    return { json: scan };
  },
});

/** Makes a message of schema scan/1. */
const toScan = (given: ValuesOf<typeof OPTIONS>): Readonly<Record<string, unknown>> => ({
  schema: 'scan/1',
  scan_id: given.scanId ?? randomUUID(),
  courier: given.courier,
  tracking_number: given.tracking,
  occurred_at: given.at ?? new Date(Date.now()).toISOString(),
  ...(given.status !== undefined && { status_hint: given.status }),
  ...(given.code !== undefined && { carrier_code: given.code }),
  ...(given.subCode !== undefined && { carrier_sub_code: given.subCode }),
  ...(given.text !== undefined && { raw_text: given.text }),
  ...(given.location !== undefined && { location: { text: given.location } }),
});

function refuseUnreadable(scan: Readonly<Record<string, unknown>>): void {
  const read = parseScanObject(scan, Date.now());
  if (!read.ok) throw new UsageError(`event-builder would refuse this scan: ${read.detail}. Add --unchecked to publish it anyway.`);
}
