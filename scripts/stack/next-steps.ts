import { parcelKey, TOPICS } from '#libs/contracts';
import { type Connection } from './connection-file.js';
import { type RunFolder } from './run-folder.js';
import { type Sample } from './samples.js';

/** Where everything is, and how to go on; `samples` are those that were published, none with --no-demo. */
export function nextStepLines(connection: Connection, run: RunFolder, samples: readonly Sample[]): string[] {
  const { apiUrl, account, token, kafkaBrokers, databaseUrl, topicPrefix } = connection;
  return [
    '',
    'Running  (Ctrl-C stops everything)',
    `  API        ${apiUrl}   headers: user: ${account}, token: ${token}`,
    `  broker     ${kafkaBrokers}${topicPrefix === '' ? '' : `   topic prefix ${topicPrefix}`}`,
    `  database   ${databaseUrl}`,
    `  logs       ${run.logs}`,
    ...publishLines(connection, samples.find(isOnItsWay)),
    '',
    'See what came of it',
    `  curl -s -H 'user: ${account}' -H 'token: ${token}' '${apiUrl}/deliveries'`,
    '',
  ];
}

function publishLines({ kafkaBrokers, topicPrefix }: Connection, sample: Sample | undefined): string[] {
  if (sample === undefined) return ['', 'Publish records and scans in the shape of samples/*.json; npm run cli -- scan:publish --help'];
  const { courier, trackingNumber } = sample;
  const prefix = topicPrefix === '' ? '' : ` --prefix ${topicPrefix}`;
  return [
    '',
    'Publish the next scan',
    `  npm run cli -- scan:publish --brokers ${kafkaBrokers}${prefix} --courier ${courier} --tracking ${trackingNumber} --status OutForDelivery`,
    '  or with kcat:',
    `  printf '%s\\t%s\\n' '${parcelKey(courier, trackingNumber)}' '${exampleScan(sample)}' | kcat -P -X topic.partitioner=murmur2_random -b ${kafkaBrokers} -t ${topicPrefix}${TOPICS.scans.name} -K '\\t'`,
  ];
}

function exampleScan({ courier, trackingNumber }: Sample): string {
  const at = new Date(Date.now()).toISOString();
  return JSON.stringify({
    schema: 'scan/1',
    scan_id: `mine-${at}`,
    courier,
    tracking_number: trackingNumber,
    occurred_at: at,
    status_hint: 'OutForDelivery',
  });
}

function isOnItsWay({ expected }: Sample): boolean {
  return expected.includes('onDispatch') && !expected.includes('onDelivered') && !expected.includes('onReturn');
}
