import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPrerequisites, INSTALL_JAVA, javaMajorIn } from './prerequisites.mjs';
import { readStartOptions } from './start-options.mjs';

describe('the options of npm start', () => {
  it('are read in both spellings, with absolute paths', () => {
    expect(readStartOptions(['--once', '--data=kept', '--connection-file', '/tmp/c.json']).options).toEqual({
      once: true,
      noDemo: false,
      watch: false,
      timings: false,
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

describe('a machine without Java and Maven', () => {
  const { PATH } = process.env;
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  it('gets one sentence about the missing tools and how to install them, as in CONTRIBUTING.md', () => {
    process.env['PATH'] = '/nowhere';
    const check = (): void => checkPrerequisites({ broker: true, brokerCached: false });
    expect(check).toThrow(
      /^The embedded Kafka broker needs Java 17 or newer and Maven: Java was not found, Maven \(mvn\) was not found\. .+\.$/,
    );
    expect(check).toThrow(INSTALL_JAVA);
    expect(readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8').replaceAll('`', '')).toContain(INSTALL_JAVA);
    expect(() => checkPrerequisites({ broker: false, brokerCached: false })).not.toThrow();
  });
});

describe('the version in the output of java', () => {
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
