import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed({ env: { MAX_RECEIVERS_PER_ACCOUNT: '2', MAX_TOKENS_PER_ACCOUNT: '3', MAX_FILTER_VALUES_PER_ACCOUNT: '3' } });
let caller: AxiosInstance;
let other: AxiosInstance;

beforeAll(async () => {
  const { token } = await bed.createAccountAndToken({ user: 1, scope: 'generate' });
  const app = await bed.startApp('token-api');
  caller = api(app.url, { user: 1, token });
  other = api(app.url, { user: 2, token: (await bed.createAccountAndToken({ user: 2 })).token });
});

const detailOf = ({ data }: { data: unknown }): string | undefined =>
  (data as { errors?: readonly { code: string; detail: string }[] }).errors?.find(({ code }) => code === 'conflict')?.detail;

const sorted = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('an account', () => {
  it('has at most its limit of receivers, however many it creates at once; a deleted receiver makes room', async () => {
    const create = () => caller.post('/receivers', { url: 'https://127.0.0.1/' });
    const answers = await Promise.all([create(), create(), create(), create(), create()]);
    expect(sorted(answers)).toEqual([201, 201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(detailOf(refused)).toBe('This account has 2 receivers and may have 2: delete one first, or ask the operator for more.');
    const { receiverId } = answers.find(({ status }) => status === 201)!.data as { receiverId: string };
    await caller.delete(`/receivers/${receiverId}`);
    expect((await create()).status).toBe(201);
  });

  it('has at most its limit of values in the filters of all its receivers; a request over the limit may name fewer', async () => {
    const create = (...clients: string[]) =>
      other.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1/', filter: { clients } });
    const change = async (receiverId: string, changes: object) => (await other.patch(`/receivers/${receiverId}`, changes)).status;
    const answers = await Promise.all([create('a', 'b'), create('c', 'd')]);
    expect(sorted(answers)).toEqual([201, 409]);
    expect(detailOf(answers.find(({ status }) => status === 409)!)).toBe(
      "The filters of this account's receivers would have 4 values in total and may have 3: name fewer, or ask the operator for more.",
    );
    const first = answers.find(({ status }) => status === 201)!.data.receiverId;
    const second = (await create('a', 'a')).data.receiverId;
    expect(await change(first, { filter: { clients: ['a'], couriers: ['b', 'c'] } })).toBe(409);
    expect(await change(first, { filter: { clients: ['c', 'd'] } })).toBe(200);
    await bed.database.query("UPDATE receiver SET clients = '{e,f,g,h}' WHERE receiver_id = $1", [second]);
    expect(await change(second, { enabled: false, filter: { clients: ['e', 'f', 'h'] } })).toBe(200);
    expect(await change(second, { filter: { clients: ['e', 'f', 'h', 'g'] } })).toBe(409);
    expect(await change(second, { filter: { clients: [] } })).toBe(200);
    expect(await change(first, { filter: { clients: ['a', 'b', 'c'] } })).toBe(200);
  });

  it('has at most its limit of tokens; revoked tokens do not count', async () => {
    const generate = () => caller.post('/tokens/generate', { scope: 'read' });
    const answers = await Promise.all([generate(), generate(), generate(), generate()]);
    expect(sorted(answers)).toEqual([200, 200, 409, 409]);
    expect(detailOf(answers.find(({ status }) => status === 409)!)).toContain('revoke one first');
    const { tokenId } = answers.find(({ status }) => status === 200)!.data as { tokenId: number };
    await caller.post('/tokens/revoke', { tokenId });
    expect((await generate()).status).toBe(200);
  });
});
