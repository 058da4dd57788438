import { describe, expect, it } from '@jest/globals';
import { readStartOptions } from './start-options.mjs';

describe('the options of npm start', () => {
  it('are read in both spellings, paths made absolute', () => {
    expect(readStartOptions(['--once', '--data=kept', '--connection-file', '/tmp/c.json']).options).toEqual({
      once: true,
      noDemo: false,
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
    [['--once', '--no-demo'], '--once waits for the demonstration’s webhooks: it cannot go with --no-demo'],
  ])('%j is refused', (args, fault) => {
    expect(readStartOptions(args).fault).toBe(fault);
  });
});
