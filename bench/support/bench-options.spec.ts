import { describe, expect, it } from '@jest/globals';
import { argumentsOf, readBenchOptions, type RunOptions, usageOf } from './bench-options.js';

const KNOWN = { all: ['send', 'decide', 'lists'], usual: ['send', 'decide'], outside: ['send', 'lists'] };
const USUAL = { kind: 'run', isProfiled: false, against: undefined, pairs: 5, records: 20_000, isQuick: false };
const argumentsIn = (line: string): string[] => (line === '' ? [] : line.split(' '));
const read = (line: string): unknown => readBenchOptions(argumentsIn(line), KNOWN);

describe('readBenchOptions', () => {
  it.each([
    ['', { names: ['send', 'decide'] }],
    ['--all', { names: ['send', 'decide', 'lists'] }],
    ['lists', { names: ['lists'] }],
    ['lists send lists', { names: ['lists', 'send'] }],
    ['lists --profile', { names: ['lists'], isProfiled: true }],
    ['--profile', { names: ['send', 'decide'], isProfiled: true }],
    ['lists --records 100', { names: ['lists'], records: 100 }],
    ['lists --quick', { names: ['lists'], isQuick: true, pairs: 1, records: 4_000 }],
    ['lists --against 7ca092f', { names: ['lists'], against: '7ca092f' }],
    ['lists send --against=HEAD~1 --pairs 3', { names: ['lists', 'send'], against: 'HEAD~1', pairs: 3 }],
    [
      'lists --quick --against main --pairs 2 --records 9000',
      { names: ['lists'], against: 'main', pairs: 2, records: 9_000, isQuick: true },
    ],
  ])('%j', (line, asked) => {
    expect(read(line)).toEqual({ ...USUAL, ...asked });
  });

  it.each([
    ['sent', 'unknown scenario: sent'],
    ['constructor', 'unknown scenario: constructor'],
    ['send --fast', "Unknown option '--fast'"],
    ['--all send', '--all runs every scenario: leave the names out'],
    ['plots a b', 'plots takes one folder and nothing else'],
    ['plots --all', 'plots takes one folder and nothing else'],
    ['send --against', "Option '--against <value>' argument missing"],
    ['send --against=', '--against needs a commit, but the given name is empty'],
    ['--against main', '--against needs names of scenarios; scenarios that can be compared: send, lists'],
    [
      'send decide --against main',
      'decide starts apps of this clone and cannot measure another commit; scenarios that can be compared: send, lists',
    ],
    ['send --against main --profile', '--profile cannot go with --against: a profile slows down what is compared'],
    ['send --pairs 2', '--pairs needs --against COMMIT'],
    ['send --against main --pairs 0', '--pairs needs a whole number from 1, not "0"'],
    ['send --against main --pairs many', '--pairs needs a whole number from 1, not "many"'],
    ['send --records 99', '--records needs a whole number from 100, not "99"'],
  ])('%j is refused: %s', (line, fault) => {
    expect(read(line)).toEqual({ kind: 'fault', fault });
  });

  it.each(['--help', '-h', 'send --help', '--fast --help'])('%j prints the usage', (line) => {
    expect(read(line)).toEqual({ kind: 'help' });
  });

  it('writes plots to the given folder', () => {
    expect([read('plots'), read('plots pictures')]).toEqual([
      { kind: 'plots', folder: undefined },
      { kind: 'plots', folder: 'pictures' },
    ]);
  });

  it.each(['lists', 'lists --profile', 'lists --quick', 'lists --against -x --pairs 3 --records 500'])(
    'passes all options of %j on to the scenario',
    (line) => {
      const asked = readBenchOptions(argumentsIn(line.replace('--against -x', '--against=-x')), KNOWN) as RunOptions;
      expect(readBenchOptions(argumentsOf('lists', asked), KNOWN)).toEqual(asked);
    },
  );
});

it('marks in the usage which scenarios run without names, and which can be compared', () => {
  const scenarios = KNOWN.all.map((name) => [name, { what: `measures ${name}`, isOutside: KNOWN.outside.includes(name) }] as const);
  const usage = usageOf(new Map(scenarios), KNOWN.usual);
  expect(usage).toMatch(/\*= send +measures send/);
  expect(usage).toMatch(/\*  decide +measures decide/);
  expect(usage).toMatch(/ {2} = lists +measures lists/);
});
