import { describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable } from './database-unavailable.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('an unavailable database', () => {
  it.each([
    ['it refuses connections', withCode('ECONNREFUSED')],
    ['it stops', withCode('57P01')],
    ['it starts', withCode('57P03')],
    ['a statement took too long', withCode('57014')],
    ['it has no connection left', withCode('53300')],
    ['it has become a standby', withCode('25006')],
    ['it accepts no connection', withCode('55000')],
    ['the connection has gone', new Error('Connection terminated unexpectedly')],
    ['the pool waits until its limit', new Error('timeout exceeded when trying to connect')],
    ['it is silent', new Error('the database has said nothing for 30000 ms')],
    ['neither address answers', Object.assign(new AggregateError([withCode('ECONNREFUSED')], ''), { code: 'ECONNREFUSED' })],
  ])('%s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a faulty statement', withCode('42601')],
    ['a value that does not fit', withCode('22003')],
    ['a row that exists already', withCode('23505')],
    ['a statement behind one that failed', withCode('25P02')],
    ['a fault in the code', new TypeError('x is not a function')],
    ['no error at all', 'ECONNREFUSED'],
  ])('is not the reason of %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
