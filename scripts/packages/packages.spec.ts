import { describe, expect, it } from '@jest/globals';
import { judgeAudit } from './audit.js';
import { bundledPackage, isAllowed, licenceFaults, licenceOf, productionPaths } from './licences.js';

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND GPL-3.0-only)', false],
    ['GPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['', false],
  ])('%s → %s', (licence, expected) => {
    expect(isAllowed(licence)).toBe(expected);
  });

  it.each([
    [{ license: 'MIT' }, 'MIT'],
    [{ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }, 'MIT OR GPL-2.0'],
    [{ license: { type: 'ISC' } }, 'ISC'],
    [{}, undefined],
    [{ licenses: [] }, undefined],
  ])('is read from %j', (manifest, expected) => {
    expect(licenceOf(manifest)).toBe(expected);
  });

  it('is checked only for production packages, and an unknown licence is a fault', () => {
    const packages = { '': {}, 'node_modules/a': {}, 'node_modules/b': { dev: true }, 'node_modules/c': { devOptional: true } };
    expect(productionPaths(packages)).toEqual(['node_modules/a']);
    const installed = (licence?: string) => ({ path: 'node_modules/a', version: '1.0.0', licence });
    expect(licenceFaults([installed('MIT'), installed('SSPL-1.0'), installed()])).toEqual([
      'node_modules/a 1.0.0: SSPL-1.0',
      'node_modules/a 1.0.0: states no licence',
    ]);
  });

  it('is also checked for the packages in the console’s page', () => {
    const bundled = [
      { name: 'a', version: '1.0.0', identifier: 'MIT' },
      { name: 'b', version: '2.0.0' },
    ];
    expect(licenceFaults(bundled.map(bundledPackage))).toEqual(['console: b 2.0.0: states no licence']);
  });
});

describe('an audit', () => {
  it('fails only for severe vulnerabilities', () => {
    const vulnerabilities = { bad: { severity: 'high', range: '<2' }, mild: { severity: 'low', range: '*' } };
    expect(judgeAudit(JSON.stringify({ vulnerabilities }))).toEqual({ kind: 'answered', worst: ['bad <2: high'], others: ['mild *: low'] });
  });

  it.each([
    ['{"message":"405 Method Not Allowed","error":{"summary":"x"}}', '405 Method Not Allowed'],
    ['{"error":{"summary":"offline"}}', 'offline'],
    ['no JSON', 'no JSON'],
    ['', 'it said nothing'],
  ])('without an answer is not a verdict: %s', (output, reason) => {
    expect(judgeAudit(output)).toEqual({ kind: 'unanswered', reason });
  });
});
