import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { toCurlCommand } from './curl-command.js';

/** Text that a shell could interpret. */
const EVIL = `'; touch hit; echo "$(touch hit)" \`touch hit\` $HOME \\' \n!! # & | ~ * "`;
const REFERENCES = {
  courier: 'ups',
  tracking_number: `1 & ${EVIL}`,
  orderNo: 'A-1',
  client: 'shop',
  warehouse: '',
  destination_country_iso3: 'DEU',
  language: 'de',
} as const;
const request = { url: 'https://shop.example/hook', requestHeaders: '', requestBody: '{}', references: undefined };

let folder = '';

beforeAll(() => {
  folder = temporaryFolder();
  const curl = join(folder, 'curl');
  writeFileSync(curl, '#!/bin/sh\nprintf "%s\\0" "$@" > arguments\n');
  chmodSync(curl, 0o700);
});

/** Returns the arguments that a shell passes to curl, without the first arguments, which every command has. */
function argumentsOf(command: string, env: Record<string, string> = {}): string[] {
  const options = { cwd: folder, env: { PATH: `${folder}:/usr/bin:/bin`, ...env } };
  const code = `${command}; tr '\\0' '\\1' < arguments; ls`;
  const parts = execFileSync('/bin/sh', ['-c', code], { ...options, encoding: 'utf8' }).split('\u0001');
  expect(parts.at(-1)?.split('\n').filter(Boolean)).toEqual(['arguments', 'curl']);
  return parts.slice(5, -1);
}

describe('the curl command', () => {
  it('has URL, headers and body unchanged', () => {
    expect(argumentsOf(toCurlCommand({ ...request, requestHeaders: 'content-type: application/json\nwebhook-id: e-1' }))).toEqual([
      'https://shop.example/hook',
      '-H',
      'content-type: application/json',
      '-H',
      'webhook-id: e-1',
      '-H',
      'accept:',
      '-H',
      'expect:',
      '--data-binary',
      '{}',
    ]);
  });

  it('lets no shell interpret URL, headers or body', () => {
    const url = `https://shop.example/hook?${EVIL}`;
    const given = argumentsOf(toCurlCommand({ ...request, url, requestHeaders: `x: ${EVIL.replace('\n', '')}`, requestBody: EVIL }));
    expect([given[0], given[2], given.at(-1)]).toEqual([url, `x: ${EVIL.replace('\n', '')}`, EVIL]);
  });

  it.each([
    ['authorization: Basic ***', ['-u', 'me:p w']],
    ['authorization: Bearer ***', ['-H', 'authorization: Bearer t"k']],
    ['X-Api-Key: ***', ['-H', 'X-Api-Key: k$1']],
    ["X'y`z: ***", ['-H', "X'y`z: odd"]],
    ['webhook-signature: v1,*** v1,***', ['-H', 'webhook-signature: v1,a']],
  ])('has variables in place of %s', (line, expected) => {
    const env = {
      RECEIVER_USER: 'me',
      RECEIVER_PASSWORD: 'p w',
      RECEIVER_TOKEN: 't"k',
      RECEIVER_X_API_KEY: 'k$1',
      RECEIVER_X_Y_Z: 'odd',
      RECEIVER_WEBHOOK_SIGNATURE: 'v1,a',
    };
    expect(argumentsOf(toCurlCommand({ ...request, requestHeaders: line }), env).slice(1, 3)).toEqual(expected);
  });

  it('stops if a variable is not set', () => {
    expect(() => argumentsOf(toCurlCommand({ ...request, requestHeaders: 'X-Api-Key: ***' }))).toThrow('RECEIVER_X_API_KEY');
  });

  it.each([
    ['?orderNo=***&own=***&tracking_number=***', `?orderNo=A-1&own=***&tracking_number=${encodeURIComponent(REFERENCES.tracking_number)}`],
    ['?q=1?orderNo=***', '?q=1?orderNo=***'],
    ['', ''],
  ])('fills the references into %s', (query, expected) => {
    const url = `https://shop.example/hook${query}`;
    const [given] = argumentsOf(toCurlCommand({ ...request, url, references: REFERENCES }));
    expect(given).toBe(`https://shop.example/hook${expected}`);
    expect(argumentsOf(toCurlCommand({ ...request, url }))[0]).toBe(url);
  });

  it.each([
    ['an unknown body', null, '@body.json'],
    ['a body that is too long for an argument', 'x'.repeat(70_000), '@body.json'],
    ['a long body', 'x'.repeat(60_000), 'x'.repeat(60_000)],
  ])('passes %s as an argument, or reads it from a file', (_, requestBody, expected) => {
    expect(argumentsOf(toCurlCommand({ ...request, requestBody })).at(-1)).toBe(expected);
  });
});
