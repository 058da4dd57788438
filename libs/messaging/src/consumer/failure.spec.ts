import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isLasting } from './failure.js';

const withCode = (code: string): Error => Object.assign(new Error(code), { code });
const ofBroker = (type: string): Error => Object.assign(new Error(type), { name: 'KafkaJSProtocolError', type });

describe('isLasting', () => {
  it.each([
    ['22001', 'a text that is too long for its column'],
    ['22003', 'a number out of range'],
    ['22007', 'an invalid time'],
    ['22021', 'bytes that are not text'],
    ['22P02', 'an invalid text representation'],
    ['22P05', 'a character that cannot be stored'],
    ['23502', 'a missing value'],
    ['23503', 'a reference to nothing'],
    ['23505', 'a duplicate key'],
    ['23514', 'a value that a check refuses, or a time that no partition takes'],
    ['54000', 'an index row that is too large'],
  ])('%s: %s is the fault of the message', (code) => {
    expect(isLasting(withCode(code))).toBe(true);
    expect(isLasting(new QueryFailedError('INSERT', [], withCode(code)))).toBe(true);
  });

  it.each([
    ['08000', 'a connection exception'],
    ['08003', 'a connection that does not exist'],
    ['08006', 'a connection that broke'],
    ['08P01', 'a protocol violation, for instance by a pooler'],
    ['25006', 'a database that has become a standby'],
    ['25P03', 'a transaction that was idle for too long'],
    ['28P01', 'a password that is being changed'],
    ['3D000', 'a database that is being restored'],
    ['40001', 'a serialization failure'],
    ['40P01', 'a deadlock'],
    ['42501', 'a right that is missing'],
    ['42P01', 'a table that is missing'],
    ['53100', 'a full disk'],
    ['53200', 'no memory left'],
    ['53300', 'no connection left'],
    ['53400', 'a limit of the configuration'],
    ['55P03', 'a lock that was not available'],
    ['57014', 'a statement that took too long'],
    ['57P01', 'the database going down'],
    ['57P02', 'the database after a crash'],
    ['57P03', 'the database starting'],
    ['57P04', 'a database that was dropped'],
    ['57P05', 'a session that was idle for too long'],
    ['58000', 'an error of its system'],
    ['58030', 'an error of its disk'],
    ['XX000', 'an internal error'],
    ['XX001', 'a damaged page'],
  ])('%s: %s is infrastructure', (code) => {
    expect(isLasting(withCode(code))).toBe(false);
    expect(isLasting(new QueryFailedError('INSERT', [], withCode(code)))).toBe(false);
  });

  it.each([
    ['a bug of the app', new TypeError('x is undefined'), true],
    ['a message larger than its topic takes', ofBroker('MESSAGE_TOO_LARGE'), true],
    ['the same error wrapped by kafkajs', Object.assign(new Error('too large'), { cause: ofBroker('MESSAGE_TOO_LARGE') }), true],
    ['a broker without leader', ofBroker('LEADER_NOT_AVAILABLE'), false],
    ['too few brokers in sync', ofBroker('NOT_ENOUGH_REPLICAS'), false],
    ['a full disk of a broker', ofBroker('KAFKA_STORAGE_ERROR'), false],
    ['a refused connection', withCode('ECONNREFUSED'), false],
    ['a broken pipe, whose code has five letters', withCode('EPIPE'), false],
    ['no error at all', undefined, false],
  ])('%s', (_, error, expected) => {
    expect(isLasting(error)).toBe(expected);
  });
});
