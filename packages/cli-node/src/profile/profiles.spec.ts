import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '#libs/config';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { configFolder } from './config-folder.js';
import { mustBeWritable, writePrivateFile } from './private-file.js';
import { checkedToken, newSigningSecret, type Profile } from './profile.js';
import { Profiles } from './profiles.js';

describe('the folder of profiles', () => {
  it.each([
    ['linux', { XDG_CONFIG_HOME: '/xdg' }, '/home/a', '/xdg/parcel-webhooks'],
    ['linux', {}, '/home/a', '/home/a/.config/parcel-webhooks'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/a', '/home/a/.config/parcel-webhooks'],
    ['darwin', { APPDATA: '/other' }, '/Users/a', '/Users/a/.config/parcel-webhooks'],
    [
      'win32',
      { APPDATA: 'C:\\Users\\a\\AppData\\Roaming', XDG_CONFIG_HOME: '/xdg' },
      'C:\\Users\\a',
      'C:\\Users\\a\\AppData\\Roaming\\parcel-webhooks',
    ],
    ['win32', {}, 'C:\\Users\\a b', 'C:\\Users\\a b\\AppData\\Roaming\\parcel-webhooks'],
  ] as const)('on %s with %j', (platform, env, homeFolder, expected) => {
    expect(configFolder({ platform, env, homeFolder })).toBe(expected);
  });
});

describe('a profile', () => {
  const token = new Secret('pew_0123456789');
  let folder: string;
  let profiles: Profiles;
  let profile: Profile;

  beforeEach(() => {
    folder = join(temporaryFolder(), 'below');
    profiles = new Profiles(folder);
    profile = { name: 'default', address: 'https://a.example', account: 7, token, signingSecret: newSigningSecret() };
  });

  it('is read as it was stored, by its owner only', () => {
    const path = profiles.save(profile);
    profiles.save({ ...profile, name: 'con' });
    const loaded = profiles.load('default');
    expect({ ...loaded, token: loaded.token.reveal(), signingSecret: loaded.signingSecret.reveal() }).toEqual({
      ...profile,
      token: 'pew_0123456789',
      signingSecret: profile.signingSecret.reveal(),
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(profiles.names()).toEqual(['con', 'default']);
    expect(readdirSync(folder)).toEqual(['profile-con.json', 'profile-default.json']);
    expect(profiles.remove('con')).toBe(true);
    expect(profiles.remove('con')).toBe(false);
  });

  it('replaces a file that others may read by one that they may not', () => {
    const path = join(folder, 'f');
    writePrivateFile(path, 'a');
    chmodSync(path, 0o644);
    writePrivateFile(path, 'b');
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['b', 0o600]);
  });

  it('that others may read is refused', () => {
    chmodSync(profiles.save(profile), 0o640);
    expect(() => profiles.load('default')).toThrow(/chmod 600/);
  });

  it.each(['', '{}', '[]', 'null', '{"address":1}'])('with the content %j is refused', (text) => {
    writeFileSync(profiles.save(profile), text);
    expect(() => profiles.load('default')).toThrow('Log in again');
  });

  it.each(['../a', 'a/b', 'a\\b', '', '.a', 'a'.repeat(51), 'a\n'])('cannot have the name %j', (name) => {
    expect(() => profiles.load(name)).toThrow('name of a profile');
  });

  it.each(['', 'short', 'pew_0123456789\r\nx: y', 'pew_ 0123456789', 'pew_0123456789ü'])(
    'cannot have the token %j, and does not repeat it',
    (text) => {
      expect(() => checkedToken(text)).toThrow('This is not a token: a token begins with pew_');
    },
  );

  it('is missing: the message says what to do', () => {
    expect(() => profiles.load('shop')).toThrow('Run: parcel-webhooks login --profile shop');
  });
});

it('a file that cannot be written is found out in time', () => {
  expect(() => mustBeWritable(join(tmpdir(), 'x'.repeat(300)))).toThrow('cannot be written');
  expect(() => mustBeWritable(tmpdir())).toThrow('it is a folder');
});
