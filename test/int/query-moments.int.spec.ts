import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { readOpenApi } from '../support/answer-checks.js';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

/** Every time that a query may contain, at the limits of RFC 3339. */

const bed = useTestBed();
let caller: AxiosInstance;

beforeAll(async () => {
  const token = await bed.createAccountAndToken({ user: 1 });
  caller = api((await bed.startApp('token-api')).url, token);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly format?: string };
}

const moments = Object.entries(readOpenApi().paths as Readonly<Record<string, { get?: { parameters?: Parameter[] } }>>).flatMap(
  ([path, { get }]) =>
    (get?.parameters ?? [])
      .filter(({ in: place, schema }) => place === 'query' && schema?.format === 'date-time')
      .map(({ name }): [string, string] => [path, name]),
);

const ENDS = ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59-23:59', '1000-01-01T00:00:00Z', '1000-01-01T00:00:00+23:59'];

describe('a time at the limits', () => {
  it('is tested with the parameters of many routes', () => {
    expect(moments.length).toBeGreaterThan(5);
  });

  it.each(moments)('is answered, or refused with its name: GET %s?%s=', async (path, name) => {
    for (const value of ENDS) {
      const { status, data } = await caller.get<{ errors?: { attr: string | null }[] }>(path, { params: { [name]: value } });
      expect([200, 400]).toContain(status);
      const named = status === 400 ? data.errors?.[0]?.attr : name;
      expect(['from', 'to', name]).toContain(named);
    }
  });

  it.each(['minute', 'hour', 'day'])('is refused by GET /statistics?to= if a bucket of one %s ends after the limit', async (interval) => {
    for (const timeZone of [undefined, 'Europe/Berlin', 'Pacific/Kiritimati']) {
      const params = { to: ENDS[0], from: '9999-12-31T23:00:00Z', interval, timeZone };
      const { status, data } = await caller.get<{ errors: object[] }>('/statistics', { params });
      expect([status, data.errors[0]]).toMatchObject([400, { code: 'invalid', attr: 'to' }]);
    }
  });

  it('is accepted in an order to send again', async () => {
    const { data } = await caller.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1:4433/' });
    for (const to of ENDS) {
      const body = { from: '1000-01-01T00:00:00Z', to, status: 'missing', dryRun: true };
      expect([200, 202, 400]).toContain((await caller.post(`/receivers/${data.receiverId}/redeliver`, body)).status);
    }
  });
});
