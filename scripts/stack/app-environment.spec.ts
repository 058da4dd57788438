import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { appEnvironment, MEMORY_SETTINGS, stackEnvironment, urlOf } from './app-environment.js';
import { ROOT } from './clone.js';
import { declaredSettings } from '../../test/truth/settings-table.js';

const settings = { kafkaBrokers: 'k:1', databaseUrl: 'postgres://d', secretsKey: 'S', demo: true };

describe('the environment of the apps', () => {
  it('passes on what the caller has set', () => {
    const caller = { LOG_LEVEL: 'debug', RETRY_DELAY_MS: '150', TOPIC_PREFIX: 'a.', OVERDUE_POLL_MS: '5' };
    expect(stackEnvironment({ ...settings, caller })).toMatchObject(caller);
  });

  it.each([
    [true, undefined, '127.0.0.0/8,::1/128'],
    [false, undefined, '127.0.0.0/8,::1/128'],
    [true, '10.0.0.0/8', '10.0.0.0/8,127.0.0.1/32'],
    [false, '10.0.0.0/8', '10.0.0.0/8'],
  ])('with demo %s and the caller’s ranges %s allows %s', (demo, callers, allowed) => {
    expect(stackEnvironment({ ...settings, demo, caller: { RECEIVER_ALLOWED_CIDRS: callers } }).RECEIVER_ALLOWED_CIDRS).toBe(allowed);
  });

  it.each([
    [true, '2000'],
    [false, undefined],
  ])('with demo %s retries after %s ms', (demo, delay) => {
    expect(stackEnvironment({ ...settings, demo, caller: {} }).RETRY_DELAY_MS).toBe(delay);
  });

  it.each(Object.entries(MEMORY_SETTINGS))('sets %s=%s as the image does', (name, value) => {
    expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toMatch(new RegExp(`^  ${name}="?${value}"?(?: \\\\)?$`, 'm'));
  });

  it('adds the caller’s Node.js options behind its own, where they win', () => {
    const caller = { NODE_OPTIONS: '--max-semi-space-size=64', MALLOC_ARENA_MAX: '4' };
    expect(stackEnvironment({ ...settings, caller })).toMatchObject({
      NODE_OPTIONS: '--max-semi-space-size=16 --max-semi-space-size=64',
      MALLOC_ARENA_MAX: '4',
    });
  });

  it('listens only on loopback, unless the caller sets another host', () => {
    const loopback = { API_HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1' };
    expect(stackEnvironment({ ...settings, caller: {} })).toMatchObject(loopback);
    expect(stackEnvironment({ ...settings, caller: { API_HOST: '0.0.0.0' } }).API_HOST).toBe('0.0.0.0');
  });

  it('makes paths absolute from the caller’s folder, because the apps run elsewhere', () => {
    const caller = { EXTRA_CA_FILE: 'ca.pem', CARRIERS_DIR: '../carriers', KAFKA_CA_FILE: '/ca.pem', KAFKA_KEY_FILE: '' };
    expect(stackEnvironment({ ...settings, caller })).toMatchObject({
      EXTRA_CA_FILE: resolve('ca.pem'),
      CARRIERS_DIR: resolve('../carriers'),
      KAFKA_CA_FILE: '/ca.pem',
      KAFKA_KEY_FILE: '',
    });
  });

  it('knows every setting that is a path', () => {
    const paths = declaredSettings().filter(({ name, doc }) => /^(?:PEM file|folder)/.test(doc) && name);
    const caller = Object.fromEntries(paths.map(({ name }) => [name, 'x']));
    expect(paths.length).toBeGreaterThanOrEqual(6);
    expect(stackEnvironment({ ...settings, caller })).toMatchObject(Object.fromEntries(paths.map(({ name }) => [name, resolve('x')])));
  });

  it.each([
    [undefined, 'http://127.0.0.1:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://127.0.0.1:80'],
    ['::1', 'http://[::1]:80'],
    ['192.168.1.5', 'http://192.168.1.5:80'],
  ])('reaches an app that listens on %s at %s', (host, url) => {
    expect(urlOf(host, 80)).toBe(url);
  });

  it('gives the caller’s PORT to token-api alone', () => {
    const stack = stackEnvironment({ ...settings, caller: { PORT: '8080' } });
    expect(appEnvironment(stack, 'token-api', { port: 8080, internalPort: 1 })).toMatchObject({ PORT: '8080', INTERNAL_PORT: '1' });
    expect(appEnvironment(stack, 'event-builder', { port: 8080, internalPort: 2 })).not.toHaveProperty('PORT');
  });
});
