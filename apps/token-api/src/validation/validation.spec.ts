import { describe, expect, it } from '@jest/globals';
import { ApiError } from '#libs/errors';
import { ListAuditDto } from '../audit/audit-log.dto.js';
import { ListDeliveriesDto } from '../deliveries/deliveries.dto.js';
import { ListEventsDto } from '../events/events.dto.js';
import { ChangeReceiverDto, CreateReceiverDto, ListReceiversDto } from '../receivers/receivers.dto.js';
import { GenerateTokenDto, RevokeTokenDto } from '../tokens/tokens.dto.js';
import { validationPipe } from './validation.setup.js';

const pipe = validationPipe();

async function faultsOf(metatype: new () => object, body: string): Promise<string[]> {
  try {
    await pipe.transform(JSON.parse(body), { type: 'body', metatype });
    return [];
  } catch (error) {
    return (error as ApiError).items.map(({ attr, code }) => `${attr}:${code}`);
  }
}

describe('the faults of a body', () => {
  it.each<[new () => object, string, string[]]>([
    [GenerateTokenDto, '{"scope":"read"}', []],
    [GenerateTokenDto, '{}', ['scope:required']],
    [GenerateTokenDto, '{"scope":"admin","note":null}', ['note:invalid', 'scope:invalid_choice']],
    [GenerateTokenDto, '{"scope":"read","scopes":["write"]}', ['scopes:invalid']],
    [GenerateTokenDto, '{"scope":"read","note":"a\\u0000b"}', ['note:invalid']],
    [GenerateTokenDto, '{"scope":"read","note":["a"]}', ['note:invalid']],
    [RevokeTokenDto, '{}', ['tokenId:required']],
    [RevokeTokenDto, '{"tokenId":null}', ['tokenId:invalid']],
    [RevokeTokenDto, '{"tokenId":"7"}', ['tokenId:invalid']],
    [RevokeTokenDto, '{"tokenId":7.5}', ['tokenId:invalid']],
    [RevokeTokenDto, '{"tokenId":1e300}', []],
    [RevokeTokenDto, '{"tokenId":1e400}', ['tokenId:invalid']],
    [RevokeTokenDto, '{"tokenId":7.0}', []],
    [CreateReceiverDto, '{}', ['url:required']],
    [ChangeReceiverDto, '{}', []],
    [
      ChangeReceiverDto,
      '{"onGone":1,"signing":1,"auth":1,"format":1,"name":1,"url":1}',
      ['url:invalid', 'name:invalid', 'format:invalid', 'auth:invalid', 'signing:invalid', 'onGone:invalid'],
    ],
    [ListDeliveriesDto, '{"status":1,"limit":1,"cursor":1}', ['cursor:invalid', 'status:invalid', 'limit:invalid']],
    [ChangeReceiverDto, '{"url":null}', ['url:invalid']],
    [
      CreateReceiverDto,
      '{"url":"http://x","events":["onDelay","x",null],"auth":{"type":"basic","password":7},"signing":{"enabled":1},"timeoutMs":99}',
      [
        'events.1:invalid_choice',
        'events.2:invalid',
        'auth.password:invalid',
        'auth.username:required',
        'signing.enabled:invalid',
        'timeoutMs:invalid',
        'url:invalid',
      ],
    ],
    [ListDeliveriesDto, '{"receiverId":"x","status":"lost","limit":"0"}', ['receiverId:invalid', 'status:invalid_choice', 'limit:invalid']],
    [
      ListDeliveriesDto,
      '{"from":"2026-03-29T10:00:00 02:00","status":["pending","pending"],"cursor":"x"}',
      ['status:invalid', 'cursor:invalid'],
    ],
  ])('%# %p %s', async (metatype, body, expected) => {
    expect((await faultsOf(metatype, body)).toSorted()).toEqual(expected.toSorted());
  });
});

describe('an id in capitals', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  it.each<[new () => object, string]>([
    [ListDeliveriesDto, 'receiverId'],
    [ListDeliveriesDto, 'eventid'],
    [ListEventsDto, 'consignmentId'],
    [ListAuditDto, 'subjectId'],
  ])('%p %s is the same id', async (metatype, field) => {
    expect(await pipe.transform({ [field]: id.toUpperCase() }, { type: 'query', metatype })).toEqual({ [field]: id });
  });
});

describe('unknown fields of a body in which a typing error would do harm', () => {
  it.each<[new () => object, string, string[]]>([
    [CreateReceiverDto, '{"url":"https://shop.example/","event":["onDelay"]}', ['event:invalid']],
    [CreateReceiverDto, '{"event":["onDelay"]}', ['event:invalid', 'url:required']],
    [ChangeReceiverDto, '{"receiverId":"x","timeoutMs":1}', ['receiverId:invalid', 'timeoutMs:invalid']],
    [ChangeReceiverDto, '{"signing":{"enable":false}}', ['signing.enable:invalid']],
    [ChangeReceiverDto, '{"auth":{"type":"basic","username":"u","password":"p","pasword":"q"}}', ['auth.pasword:invalid']],
    [ListDeliveriesDto, '{"reciverId":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}', ['reciverId:invalid']],
    [ListReceiversDto, '{}', []],
    [ListReceiversDto, '{"enabled":"true","constructor":"1"}', ['enabled:invalid', 'constructor:invalid']],
    [ListDeliveriesDto, '{"constructor":"1","limit":"0"}', ['constructor:invalid', 'limit:invalid']],
    [ListDeliveriesDto, '{"__proto__":"1"}', ['__proto__:invalid']],
    [ListDeliveriesDto, '{"prototype":"1","toString":"1"}', ['prototype:invalid', 'toString:invalid']],
    [ChangeReceiverDto, '{"__proto__":{"enabled":false}}', ['__proto__:invalid']],
    [ChangeReceiverDto, '{"signing":{"enabled":true,"constructor":1}}', ['signing.constructor:invalid']],
    [ChangeReceiverDto, '{"auth":{"type":"none","valueOf":1}}', ['auth.valueOf:invalid']],
    [
      ChangeReceiverDto,
      '{"auth":{"type":"headers","headers":{"X-A":"a","constructor":"b","prototype":"c","__proto__":"d","hasOwnProperty":"e"}}}',
      [
        'auth.headers.constructor:invalid',
        'auth.headers.prototype:invalid',
        'auth.headers.__proto__:invalid',
        'auth.headers.hasOwnProperty:invalid',
      ],
    ],
    [ChangeReceiverDto, '{"auth":{"type":"headers","headers":{"X-A":"a","X-Constructor":"b"}}}', []],
  ])('%# %p %s', async (metatype, body, expected) => {
    expect((await faultsOf(metatype, body)).toSorted()).toEqual(expected.toSorted());
  });
});

describe('an object with more fields than any body has, which would take class-transformer seconds', () => {
  const names = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
  const FAULTY = 'Ensure this object has no more than 1000 fields.';

  it.each<[new () => object, object, string | null]>([
    [GenerateTokenDto, names(1001), null],
    [GenerateTokenDto, { scope: 'read', more: [0, names(1001)] }, 'more.1'],
    [CreateReceiverDto, names(90_000), null],
    [ChangeReceiverDto, { auth: { type: 'headers', headers: names(1001) } }, 'auth.headers'],
    [ListDeliveriesDto, names(1001), null],
  ])('%# is refused: %p', async (metatype, body, attr) => {
    const answer = pipe.transform(body, { type: 'body', metatype });
    await expect(answer).rejects.toMatchObject({ status: 400, items: [{ code: 'invalid', attr, detail: FAULTY }] });
  });

  it('is read as usual up to this number', async () => {
    expect(await faultsOf(GenerateTokenDto, JSON.stringify({ scope: 'read', ...names(999) }))).toEqual([]);
  });
});

describe('unknown fields of other bodies', () => {
  it.each([
    '{"scope":"read","admin":true}',
    '{"scope":"read","__proto__":{"admin":true}}',
    '{"scope":"read","constructor":{"prototype":{"admin":true}}}',
    '{"scope":"read","toString":1,"hasOwnProperty":2}',
  ])('are dropped from %s, and nothing else changes', async (body) => {
    const dto = (await pipe.transform(JSON.parse(body), { type: 'body', metatype: GenerateTokenDto })) as GenerateTokenDto;
    expect({ ...dto }).toEqual({ scope: 'read' });
    expect(dto).toBeInstanceOf(GenerateTokenDto);
    expect('admin' in {}).toBe(false);
  });
});
