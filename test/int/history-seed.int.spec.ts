// The rows that `npm run bench -- history` measures over fit the present tables.
import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { seedHistory } from '../../bench/support/history-seed.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();

it('fills the tables with rows of 17 weeks', async () => {
  const clients = [new Client({ connectionString: bed.database.url }), new Client({ connectionString: bed.database.url })] as const;
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await seedHistory(clients, { attempts: 170, receivers: ['00000000-0000-4000-8000-000000000001'], nowMs: Date.now() }, () => undefined);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  const [counts] = await bed.database.query(`
    SELECT (SELECT count(*)::int FROM delivery_attempt) AS attempts, (SELECT count(*)::int FROM delivery) AS deliveries,
      (SELECT count(*)::int FROM event) AS events, (SELECT count(*)::int FROM scan) AS scans, (SELECT count(*)::int FROM consignment) AS consignments`);
  expect(counts).toEqual({ attempts: 170, deliveries: 136, events: 68, scans: 102, consignments: 17 });
});
