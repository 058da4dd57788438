import { describe, expect, it } from '@jest/globals';
import { readArguments } from '#libs/command-line';
import { COMMAND } from './mapping-unmapped.command.js';
import { unmappedTable } from './unmapped-codes.js';

describe('mapping:unmapped', () => {
  it('shows one line per code, without the control characters of others', () => {
    const lastSeen = new Date('2026-03-28T12:00:00.120Z');
    const rows = [
      { courier: 'ups', code: 'QQ', subCode: '', pattern: '', sampleText: 'Out\n\u001b[31mred', count: 12, lastSeen },
      { courier: 'gls', code: '', subCode: '7', pattern: 'x # …', sampleText: 'x'.repeat(300), count: 3, lastSeen },
    ];
    expect(unmappedTable(rows).split('\n')).toEqual([
      'count  last seen             courier  code  sub code  pattern  sample text',
      '12     2026-03-28T12:00:00Z  ups      QQ    –         –        Out [31mred',
      `3      2026-03-28T12:00:00Z  gls      –     7         x # …    ${'x'.repeat(99)}…`,
    ]);
    expect(unmappedTable([])).toBe('Nothing is unmapped.');
  });

  it('reads its command line', () => {
    expect(readArguments(COMMAND, [])).toEqual({ courier: undefined, limit: undefined });
    expect(readArguments(COMMAND, ['--courier', 'ups', '--limit', '5'])).toEqual({ courier: 'ups', limit: 5 });
    expect(() => readArguments(COMMAND, ['--limit', '0'])).toThrow('--limit must be');
    expect(() => readArguments(COMMAND, ['ups'])).toThrow('too many arguments');
  });
});
