import { parcelKey, TOPICS } from '#libs/contracts';
import { type ConsoleLink, linkText, type Sample } from '#libs/demo';
import { type Connection } from './connection-file.js';

/** The parcel in the commands when no samples were published. */
const OWN_PARCEL = { courier: 'dhl-germany', trackingNumber: 'MINE-1' };
const OWN_REFERENCES = {
  courier: OWN_PARCEL.courier,
  tracking_number: OWN_PARCEL.trackingNumber,
  orderNo: 'A-1',
  client: 'shop-de',
  warehouse: 'W1',
  destination_country_iso3: 'DEU',
  language: 'en',
};

interface NextScan extends Pick<Sample, 'courier' | 'trackingNumber'> {
  readonly status: string;
}

/** Addresses that the connection lacks. */
interface Places {
  readonly logs: string;
  readonly console: ConsoleLink;
}

const LIMIT_OF_LINK =
  '             it cannot create links for colleagues or manage tokens: for that, sign in with the account and token below';

/** Returns all addresses, and commands that work as printed. `samples` are the published samples, none with --no-demo. */
export function nextStepLines(connection: Connection, places: Places, samples: readonly Sample[]): string[] {
  const { apiUrl, account, token, kafkaBrokers, databaseUrl, topicPrefix } = connection;
  const sample = samples.find(isOnItsWay);
  return [
    '',
    'Running  (Ctrl-C stops everything)',
    `  console    ${linkText(places.console)}`,
    ...(places.console.isSignedIn ? [LIMIT_OF_LINK] : []),
    `  API        ${apiUrl}   headers: user: ${account}, token: ${token}`,
    `             export API=${apiUrl} TOKEN=${token}`,
    `  broker     ${kafkaBrokers}${topicPrefix === '' ? '' : `   topic prefix ${topicPrefix}`}`,
    `  database   ${databaseUrl}`,
    `  logs       ${places.logs}`,
    ...(sample === undefined
      ? [...announceLines(connection), ...publishLines(connection, { ...OWN_PARCEL, status: 'InboundScan' }), ...receiverLines()]
      : publishLines(connection, { ...sample, status: 'OutForDelivery' })),
    '',
    'See the result',
    `  ${curl(connection, sample === undefined ? '/events' : '/deliveries')}`,
    '',
  ];
}

/** Scans of an unannounced parcel have no effect. */
function announceLines(connection: Connection): string[] {
  const body = JSON.stringify({ references: OWN_REFERENCES });
  return ['', 'Announce a parcel', `  ${curl(connection, '/consignments')} -X PUT -H 'content-type: application/json' -d '${body}'`];
}

function publishLines({ kafkaBrokers, topicPrefix }: Connection, scan: NextScan): string[] {
  const { courier, trackingNumber, status } = scan;
  const prefix = topicPrefix === '' ? '' : ` --prefix ${topicPrefix}`;
  return [
    '',
    'Publish the next scan of a parcel',
    `  npm run cli -- scan:publish --brokers ${kafkaBrokers}${prefix} --courier ${courier} --tracking ${trackingNumber} --status ${status}`,
    '  or with kcat:',
    `  printf '%s\\t%s\\n' '${parcelKey(courier, trackingNumber)}' '${exampleScan(scan)}' | kcat -P -X topic.partitioner=murmur2_random -b ${kafkaBrokers} -t ${topicPrefix}${TOPICS.scans.name} -K '\\t'`,
    '  all fields of records and scans: docs/topics.md, docs/schemas/',
  ];
}

const receiverLines = (): string[] => ['', 'Add a receiver that gets the webhooks: docs/quick-start.md'];

const curl = ({ apiUrl, account, token }: Connection, path: string): string =>
  `curl -s -H 'user: ${account}' -H 'token: ${token}' '${apiUrl}${path}'`;

function exampleScan({ courier, trackingNumber, status }: NextScan): string {
  const at = new Date(Date.now()).toISOString();
  return JSON.stringify({
    schema: 'scan/1',
    scan_id: `mine-${at}`,
    courier,
    tracking_number: trackingNumber,
    occurred_at: at,
    status_hint: status,
  });
}

function isOnItsWay({ expected }: Sample): boolean {
  return expected.includes('onDispatch') && !expected.includes('onDelivered') && !expected.includes('onReturn');
}
