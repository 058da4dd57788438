import { parcelKey, TOPICS } from '#libs/contracts';
import { type Connection } from './connection-file.js';
import { type RunFolder } from './run-folder.js';

const EXAMPLE = { courier: 'ups', tracking: '1Z999AA10123456784' };

/** Where everything is, and how to go on. */
export function nextStepLines({ apiUrl, account, token, kafkaBrokers, databaseUrl, topicPrefix }: Connection, run: RunFolder): string[] {
  const prefix = topicPrefix === '' ? '' : ` --prefix ${topicPrefix}`;
  return [
    '',
    'Running  (Ctrl-C stops everything)',
    `  API        ${apiUrl}   headers: user: ${account}, token: ${token}`,
    `  broker     ${kafkaBrokers}${topicPrefix === '' ? '' : `   topic prefix ${topicPrefix}`}`,
    `  database   ${databaseUrl}`,
    `  logs       ${run.logs}`,
    '',
    'Publish the next scan',
    `  npm run cli -- scan:publish --brokers ${kafkaBrokers}${prefix} --courier ${EXAMPLE.courier} --tracking ${EXAMPLE.tracking} --status OutForDelivery`,
    `  or with kcat:`,
    `  printf '%s\\t%s\\n' '${parcelKey(EXAMPLE.courier, EXAMPLE.tracking)}' '${exampleScan()}' | kcat -P -b ${kafkaBrokers} -t ${topicPrefix}${TOPICS.scans.name} -K '\\t'`,
    '',
    'See what came of it',
    `  curl -s -H 'user: ${account}' -H 'token: ${token}' '${apiUrl}/deliveries'`,
    '',
  ];
}

function exampleScan(): string {
  return JSON.stringify({
    schema: 'scan/1',
    scan_id: 'my-scan-1',
    courier: EXAMPLE.courier,
    tracking_number: EXAMPLE.tracking,
    occurred_at: '2026-04-02T08:00:00Z',
    status_hint: 'OutForDelivery',
  });
}
