import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { asBrokers, asDatabaseUrl, asInteger, asSecretsKeys, asUriReference } from './parsers.js';
import { Secret } from './secret.js';
import { ConfigFault, optional, readConfig, required } from './setting.js';

const SETTINGS = {
  brokers: required('KAFKA_BROKERS', asBrokers, 'host:port,host:port of the Kafka cluster'),
  databaseUrl: required('DATABASE_URL', asDatabaseUrl, 'postgres:// URL'),
  port: optional('PORT', asInteger(0, 65_535), '8080', 'port of the API'),
};

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('readConfig', () => {
  it('reads every setting and fills in the fallbacks', () => {
    const config = readConfig(SETTINGS, { KAFKA_BROKERS: 'a:1, b:2', DATABASE_URL: 'postgres://u:p@h/d', PORT: '' });
    expect(config.brokers).toEqual(['a:1', 'b:2']);
    expect(config.databaseUrl.reveal()).toBe('postgres://u:p@h/d');
    expect(config.port).toBe(8080);
  });

  it('reports all faults at once, each with its variable, and repeats no secret', () => {
    const read = (): unknown => readConfig(SETTINGS, { DATABASE_URL: 'mysql://u:hunter2@h/d', PORT: '80a' });
    expect(read).toThrow(ConfigFault);
    expect(read).toThrow(
      /KAFKA_BROKERS is missing[^]*DATABASE_URL must be a URL[^]*PORT must be a whole number from 0 to 65535, not "80a"/,
    );
    expect(read).not.toThrow(/hunter2/);
  });
});

describe('asBrokers', () => {
  it.each(['a', 'a:0', 'a:65536', '[::1]:99999', 'a:1,b:', ''])('refuses %j', (text) => {
    expect(() => asBrokers(text)).toThrow('must be host:port,host:port');
  });
});

describe('asSecretsKeys', () => {
  it('accepts one bare key or several named keys, of which the first seals', () => {
    expect(asSecretsKeys(KEY)).toHaveLength(1);
    expect(asSecretsKeys(`new:${KEY},old:${KEY}`).map((key) => key.id)).toEqual(['new', 'old']);
  });

  it.each(['', 'short', `id:${Buffer.alloc(16).toString('base64')}`])('refuses %j', (text) => {
    expect(() => asSecretsKeys(text)).toThrow(/32 random bytes/);
  });
});

describe('Secret', () => {
  it('appears in no text, JSON or inspection', () => {
    const secret = new Secret('hunter2');
    expect([String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ secret })].join()).not.toContain('hunter2');
  });
});

describe('asUriReference', () => {
  it.each([
    'urn:parcel-event-webhooks',
    'https://shop.example/a?b=1#c',
    '/tracking',
    'tracking/a:b',
    '//host/x',
    '%C3%A4',
    '?x',
    '#y',
    'https://[::1]/',
  ])('takes %s', (text) => {
    expect(asUriReference(text)).toBe(text);
  });

  it.each(['', 'two words', 'ä', '%zz', 'a#b#c', '1x:y', ':x', 'a\\b', '<x>', '"', 'line\nbreak'])('refuses %j', (text) => {
    expect(() => asUriReference(text)).toThrow('must be a URI');
  });
});
