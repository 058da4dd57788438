import { describe } from '@jest/globals';
import { oauth2Client } from '../../../../test/builders/oauth2-client.js';
import { allCells, pairwise } from '../../../../test/support/hostile-server/cells.js';
import { expectedOf, expectedOfToken, type Observed } from '../../../../test/support/hostile-server/expectations.js';
import { type HttpClient, newReceiverId } from '../../../../test/support/hostile-server/http-client.js';
import { testMatrix } from '../../../../test/support/hostile-server/matrix.js';
import type { Ask } from '../../../../test/support/hostile-server/play.js';
import type { OutcomeClass } from '#libs/contracts';
import type { TokenReply } from './oauth2-token.client.js';

/** Each token request uses its own connection. */
const CELLS = pairwise(allCells().filter(({ connection }) => connection === 'fresh'));

describe('a token request to a server that ends its connection', () => {
  testMatrix({ cells: CELLS, expectedOf: (cell) => expectedOf(cell).map(expectedOfToken), askBy: tokensBy });
});

/** All requests of a cell belong to one receiver. */
function tokensBy({ tokens }: HttpClient): Ask {
  const receiverId = newReceiverId();
  return async (port, timeoutMs) => {
    const client = { ...oauth2Client, tokenUrl: `https://127.0.0.1:${port}/token` };
    const limit = { timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
    return toObserved(await tokens.ask({ receiverId, client, placement: 'header' }, limit));
  };
}

function toObserved(reply: TokenReply): Observed {
  if ('kind' in reply) return { kind: reply.kind, detail: reply.detail };
  if (reply.ok) return { kind: 'accepted', httpStatus: 200 };
  const [, kind = 'timeout', detail = reply.detail] = /^could not be asked \((\w+)\): (.*)$/.exec(reply.detail) ?? [];
  return { kind: kind as OutcomeClass, detail };
}
