import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { parcelKey, TOPICS } from '#libs/contracts';

const USAGE = `usage: npm run cli -- scan:publish --courier NAME --tracking NUMBER [options]

  --brokers HOST:PORT   default KAFKA_BROKERS        --prefix TEXT    topic prefix, default TOPIC_PREFIX
  --status STATUS       status_hint                  --code CODE      carrier_code      --sub-code CODE
  --text TEXT           raw_text                     --location TEXT  where
  --at TIME             occurred_at, RFC 3339; default now
  --scan-id ID          default a new one
`;

const OPTION_NAMES = [
  'courier',
  'tracking',
  'brokers',
  'prefix',
  'status',
  'code',
  'sub-code',
  'text',
  'location',
  'at',
  'scan-id',
] as const;
type Options = Partial<Record<(typeof OPTION_NAMES)[number], string>>;

try {
  const options = readOptions();
  const scan = toScan(options);
  await send(options, scan);
  process.stdout.write(`${JSON.stringify(scan)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}

function readOptions(): Options {
  const options = Object.fromEntries(
    [...OPTION_NAMES, 'help'].map((name) => [name, { type: name === 'help' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { values } = parseArgs({ options });
  if (values.help === true) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  return values;
}

function toScan(options: Options): Record<string, unknown> {
  const { courier, tracking } = options;
  if (courier === undefined || tracking === undefined) throw new Error('--courier and --tracking are needed');
  return {
    schema: 'scan/1',
    scan_id: options['scan-id'] ?? randomUUID(),
    courier,
    tracking_number: tracking,
    occurred_at: options.at ?? new Date(Date.now()).toISOString(),
    ...(options.status !== undefined && { status_hint: options.status }),
    ...(options.code !== undefined && { carrier_code: options.code }),
    ...(options['sub-code'] !== undefined && { carrier_sub_code: options['sub-code'] }),
    ...(options.text !== undefined && { raw_text: options.text }),
    ...(options.location !== undefined && { location: { text: options.location } }),
  };
}

async function send(
  { brokers = process.env.KAFKA_BROKERS, prefix = process.env.TOPIC_PREFIX ?? '' }: Options,
  scan: Record<string, unknown>,
): Promise<void> {
  if (!brokers) throw new Error('--brokers (or KAFKA_BROKERS) is needed: npm start prints the address');
  const producer = new Kafka({ clientId: 'publish-scan', brokers: brokers.split(','), logLevel: logLevel.NOTHING }).producer({
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  const key = parcelKey(String(scan.courier), String(scan.tracking_number));
  await producer.send({ topic: prefix + TOPICS.scans.name, acks: -1, messages: [{ key, value: JSON.stringify(scan) }] });
  await producer.disconnect();
}
