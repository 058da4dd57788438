import { describe, expect, it } from '@jest/globals';
import { javaMajorIn } from './prerequisites.mjs';
import { readStartOptions } from './start-options.mjs';

describe('the options of npm start', () => {
  it('are read in both spellings, paths made absolute', () => {
    expect(readStartOptions(['--once', '--data=kept', '--connection-file', '/tmp/c.json']).options).toEqual({
      once: true,
      noDemo: false,
      watch: false,
      help: false,
      dataFolder: `${process.cwd()}/kept`,
      connectionFile: '/tmp/c.json',
    });
  });

  it.each([
    [['--onec'], 'unknown option: --onec'],
    [['now'], 'unknown option: now'],
    [['--data'], '--data needs a path'],
    [['--data', '--once'], '--data needs a path'],
    [['--data='], '--data needs a path, and the one given is empty: is a variable not set?'],
    [['--connection-file', ''], '--connection-file needs a path, and the one given is empty: is a variable not set?'],
    [['--once', '--no-demo'], '--once waits for the demonstration’s webhooks: it cannot go with --no-demo'],
  ])('%j is refused', (args, fault) => {
    expect(readStartOptions(args).fault).toBe(fault);
  });
});

describe('the version that java tells', () => {
  it.each([
    ['    java.specification.version = 17\n    java.specification.maintenance.version = 1', 17],
    ['    java.specification.version = 1.8', 8],
    ['openjdk version "11.0.22" 2024-01-16', 11],
    ['java version "1.8.0_392"', 8],
    ['openjdk version "21-ea" 2023-09-19', 21],
    ['', 0],
  ])('%j → %d', (text, major) => {
    expect(javaMajorIn(text)).toBe(major);
  });
});
