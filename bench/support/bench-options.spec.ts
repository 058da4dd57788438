import { describe, expect, it } from '@jest/globals';
import { readBenchOptions, usageOf } from './bench-options.js';

const KNOWN = { all: ['send', 'decide', 'lists'], usual: ['send', 'decide'] };
const read = (line: string): unknown => readBenchOptions(line === '' ? [] : line.split(' '), KNOWN);

describe('readBenchOptions', () => {
  it.each([
    ['', ['send', 'decide'], false],
    ['--all', ['send', 'decide', 'lists'], false],
    ['lists', ['lists'], false],
    ['lists send lists', ['lists', 'send'], false],
    ['lists --profile', ['lists'], true],
    ['--profile', ['send', 'decide'], true],
  ])('%j runs %j', (line, names, isProfiled) => {
    expect(read(line)).toEqual({ kind: 'run', names, isProfiled });
  });

  it.each([
    ['sent', 'unknown scenario: sent'],
    ['constructor', 'unknown scenario: constructor'],
    ['send --fast', 'unknown option: --fast'],
    ['--all send', '--all runs every scenario: leave the names out'],
    ['plots a b', 'plots takes one folder and nothing else'],
    ['plots --all', 'plots takes one folder and nothing else'],
  ])('%j is refused: %s', (line, fault) => {
    expect(read(line)).toEqual({ kind: 'fault', fault });
  });

  it.each(['--help', '-h', 'send --help', '--fast --help'])('%j asks for the usage', (line) => {
    expect(read(line)).toEqual({ kind: 'help' });
  });

  it('plots go where they are told', () => {
    expect([read('plots'), read('plots pictures')]).toEqual([
      { kind: 'plots', folder: undefined },
      { kind: 'plots', folder: 'pictures' },
    ]);
  });
});

it('the usage marks what runs without names', () => {
  const usage = usageOf(new Map(KNOWN.all.map((name) => [name, `measures ${name}`])), KNOWN.usual);
  expect(usage).toMatch(/\* send +measures send/);
  expect(usage).toMatch(/ {4}lists +measures lists/);
});
