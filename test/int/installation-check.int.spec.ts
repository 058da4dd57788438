import { describe, expect, it } from '@jest/globals';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
const USER = 999_999_999;

async function check(...args: string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await bed.runCommand(['installation:check', '--user', String(USER), '--create-account', ...args]);
  return { code, output: stdout + stderr };
}

describe('installation:check', () => {
  it('sends a real test webhook, or says that it sent none, and leaves no token and no receiver; a failure is reported', async () => {
    const receiver = await bed.startReceiver();
    const api = await bed.startApp('token-api');
    await bed.startApp('webhook-sender');

    const sent = await check('--api', api.url, '--receiver', receiver.url('/hooks'));
    expect(sent).toMatchObject({ code: 0, output: expect.stringContaining('answered 200') });
    expect(receiver.requests('/hooks')).toHaveLength(1);

    const alone = await check('--api', api.url);
    expect(alone).toMatchObject({ code: 0, output: expect.stringContaining('No webhook has left the system') });

    receiver.behave('/hooks', { kind: 'answer', status: 500 });
    const refused = await check('--api', api.url, '--receiver', receiver.url('/hooks'));
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('http_status 500') });

    const left = await bed.database.query<{ what: string }>(
      `SELECT 'token' AS what FROM api_token WHERE account_id = $1 AND revoked_at IS NULL UNION ALL SELECT 'receiver' FROM receiver WHERE account_id = $1`,
      [USER],
    );
    expect(left).toEqual([]);
  });
});
