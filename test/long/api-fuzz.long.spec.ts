import { beforeAll, expect, it } from '@jest/globals';
import { toAuditCursor } from '../../apps/token-api/src/audit/audit-log.dto.js';
import { toCursorText } from '../../apps/token-api/src/paging/page.js';
import type { App } from '../support/app.js';
import { findPython, fuzz, installSchemathesis } from '../support/schemathesis.js';
import { useTestBed } from '../support/test-bed.js';

/** Every run makes the same requests. Another seed finds other things; the seed reproduces a finding. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_329);
const MAX_EXAMPLES = Number(process.env['FUZZ_EXAMPLES'] ?? 20);

const bed = useTestBed();
let app: App;
let env: Record<string, string>;

beforeAll(async () => {
  app = await bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1000000' });
  for (const note of ['a', 'b', 'c']) await bed.createAccountAndToken({ user: 2, note });
  // Guessed ids are small: the tokens above exist to be revoked, the tokens below make the calls.
  await bed.database.query('ALTER TABLE api_token ALTER COLUMN token_id RESTART WITH 734003301');
  const [own, other] = [await bed.createAccountAndToken({ user: 1 }), await bed.createAccountAndToken({ user: 2 })];
  const last = { createdAt: '2026-03-29T10:00:00.000000Z', id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' };
  const cursors = {
    DELIVERY_CURSOR: toCursorText('deliveries', last),
    EVENT_CURSOR: toCursorText('events', last),
    CONSIGNMENT_CURSOR: toCursorText('consignments', last),
    NOTIFICATION_CURSOR: toCursorText('notifications', last),
    AUDIT_CURSOR: toAuditCursor(1000),
  };
  env = { TOKEN: own.token, OTHER_TOKEN: other.token, ...cursors };
});

it('schemathesis finds nothing', async () => {
  const python = await findPython();
  if (python === undefined) throw new Error('schemathesis needs python3 ≥ 3.11 with venv (Debian: apt-get install python3-venv)');
  const command = await installSchemathesis(python);
  const { code, output } = await fuzz({ command, url: app.url, seed: SEED, maxExamples: MAX_EXAMPLES, env });
  process.stdout.write(`schemathesis, seed ${SEED}: ${output.trim().split('\n').slice(-25).join('\n')}\n`);
  expect(code === 0 ? '' : output).toBe('');
  expect(output).not.toContain('Authentication failed');
}, 1_500_000);
