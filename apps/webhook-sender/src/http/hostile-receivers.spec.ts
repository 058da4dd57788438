import { describe } from '@jest/globals';
import { allCells, pairwise } from '../../../../test/support/hostile-server/cells.js';
import { expectedOf } from '../../../../test/support/hostile-server/expectations.js';
import { type HttpClient, newReceiverId, webhookTo } from '../../../../test/support/hostile-server/http-client.js';
import { testMatrix } from '../../../../test/support/hostile-server/matrix.js';
import type { Ask } from '../../../../test/support/hostile-server/play.js';

/** Set CELLS=all to run all cells: `npm run test:long -- matrix`. */
const CELLS = process.env['CELLS'] === 'all' ? allCells() : pairwise(allCells());

describe('a webhook to a receiver that ends its connection', () => {
  testMatrix({ cells: CELLS, expectedOf, askBy: webhooksBy });
});

/** All POSTs of a cell go to one receiver. */
function webhooksBy({ webhooks }: HttpClient): Ask {
  const receiverId = newReceiverId();
  return async (port, timeoutMs) => (await webhooks.post(webhookTo(receiverId, port, timeoutMs))).outcome;
}
