import { expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 1;
const MANY = 60_000;
const bed = useTestBed({ env: { NOTIFICATIONS_POLL_MS: '300', DATABASE_STATEMENT_TIMEOUT_MS: '400' } });

/** A cancelled decision is taken again, together with all deliveries that ended since: it would be cancelled for ever. */
it('a notification covers all ended deliveries, even if counting them takes longer than a statement may', async () => {
  const receiverId = await insertReceiver(bed.database, { account: ACCOUNT, url: 'https://127.0.0.1:1/' });
  await bed.database.query(
    `INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, attempted_at, duration_ms, delivery_created_at,
       recorded_at, event, is_test)
     SELECT gen_random_uuid(), 1, 16, $1, $2, 'timeout', now(), 1, now(), now(), 'onCreated', false FROM generate_series(1, $3)`,
    [ACCOUNT, receiverId, MANY],
  );
  await bed.startApp('token-api');
  const told = await waitFor(
    async () => {
      const rows = await bed.database.query<{ counts: number[] }>(`SELECT counts FROM notification WHERE event = 'delivery.exhausted'`);
      return rows.length > 0 && rows;
    },
    { what: 'the event' },
  );
  expect(told).toEqual([{ counts: [MANY] }]);
});
