import { describe, expect, it } from '@jest/globals';
import { readConfig, Secret } from '#libs/config';
import { kafkaSettings } from '../kafka.config.js';
import { toSecurity } from './kafka-security.js';

const PLAIN = readConfig(kafkaSettings, { KAFKA_BROKERS: 'kafka:9092' });
const TLS = { ...PLAIN, kafkaTls: true };
const LOGIN = { kafkaUsername: 'parcel', kafkaPassword: new Secret('hunter2') };

describe('toSecurity', () => {
  it('connects in plain text by default', () => {
    expect(toSecurity(PLAIN)).toEqual({});
  });

  it('connects by TLS, with an authority and a client certificate where they are set', () => {
    expect(toSecurity(TLS)).toEqual({ ssl: {} });
    expect(toSecurity({ ...TLS, kafkaCa: 'CA', kafkaCert: 'CERT', kafkaKey: new Secret('KEY') })).toEqual({
      ssl: { ca: 'CA', cert: 'CERT', key: 'KEY' },
    });
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('logs in with %s', (kafkaSaslMechanism) => {
    const sasl = { mechanism: kafkaSaslMechanism, username: 'parcel', password: 'hunter2' };
    expect(toSecurity({ ...PLAIN, ...LOGIN, kafkaSaslMechanism })).toEqual({ sasl });
  });

  it.each([
    ['an authority without TLS', { ...PLAIN, kafkaCa: 'CA' }, /KAFKA_TLS must be true/],
    ['a certificate without its key', { ...TLS, kafkaCert: 'CERT' }, /belong together/],
    ['a mechanism without a password', { ...PLAIN, kafkaSaslMechanism: 'plain', kafkaUsername: 'parcel' } as const, /needs KAFKA_USERNAME/],
    ['a password without a mechanism', { ...PLAIN, ...LOGIN }, /must say how/],
  ])('refuses %s', (_, config, fault) => {
    expect(() => toSecurity(config)).toThrow(fault);
    expect(() => toSecurity(config)).not.toThrow(/hunter2/);
  });
});
