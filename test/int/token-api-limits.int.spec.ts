import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed({ env: { MAX_RECEIVERS_PER_ACCOUNT: '2', MAX_TOKENS_PER_ACCOUNT: '3' } });
let caller: AxiosInstance;

beforeAll(async () => {
  const { token } = await bed.createAccountAndToken({ user: 1, scope: 'generate' });
  const app = await bed.startApp('token-api');
  caller = api(app.url, { user: 1, token });
}, 60_000);

const detailOf = ({ data }: { data: unknown }): string | undefined =>
  (data as { errors?: readonly { code: string; detail: string }[] }).errors?.find(({ code }) => code === 'conflict')?.detail;

const sorted = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('an account', () => {
  it('has no more receivers than it may, however many it asks for at once; one that goes makes room', async () => {
    const create = () => caller.post('/receivers', { url: 'https://127.0.0.1/' });
    const answers = await Promise.all([create(), create(), create(), create(), create()]);
    expect(sorted(answers)).toEqual([201, 201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(detailOf(refused)).toBe('This account has 2 receivers and may have 2: delete one first, or ask the operator for more.');
    const { receiverId } = answers.find(({ status }) => status === 201)!.data as { receiverId: string };
    await caller.delete(`/receivers/${receiverId}`);
    expect((await create()).status).toBe(201);
  });

  it('has no more tokens than it may; revoked ones do not count', async () => {
    const generate = () => caller.post('/tokens/generate', { scope: 'read' });
    const answers = await Promise.all([generate(), generate(), generate(), generate()]);
    expect(sorted(answers)).toEqual([200, 200, 409, 409]);
    expect(detailOf(answers.find(({ status }) => status === 409)!)).toContain('revoke one first');
    const { tokenId } = answers.find(({ status }) => status === 200)!.data as { tokenId: number };
    await caller.post('/tokens/revoke', { tokenId });
    expect((await generate()).status).toBe(200);
  });
});
