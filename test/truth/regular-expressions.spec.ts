import { describe, expect, it } from '@jest/globals';
import { isSafe } from 'redos-detector';
import { MAPPINGS } from '../../apps/event-builder/src/carriers/parse-carrier-files.js';
import { TOKEN_PATTERN } from '../../apps/token-api/src/tokens/token-secret.js';
import { type FoundPattern, patternsOfCode, patternsOfSchemas } from './regular-expressions.js';

const { found, built } = patternsOfCode();
const OF_SCHEMAS = patternsOfSchemas();

/** Patterns that are put together at run time, each with its result, or with a comment on what checks it instead. */
const BUILT: Readonly<Record<string, string | undefined>> = {
  'apps/console/src/receivers/verify/snippets.ts': undefined, // Reads one document of the service.
  'apps/event-builder/src/carriers/parse-carrier-files.ts': `^${MAPPINGS}/(.+)\\.yaml$`,
  'apps/token-api/src/tokens/token-secret.ts': `^${TOKEN_PATTERN}$`,
  'apps/event-builder/src/carriers/rule-pattern.ts': undefined, // Comes from the operator: canBecomeSlow refuses a slow pattern when the file is read.
  'apps/event-builder/src/carriers/shared-words.ts': undefined, // shared-words.spec.ts reads long texts with these patterns.
};

/** Patterns that the analysis refuses although no text makes them slow, each with the reason. */
const FINE: ReadonlySet<string> = new Set([
  '(`[^`]*`|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z)', // At most one back quote of a text has no partner.
  `<!--|<(?=[a-z/!?])|>|=\\s*["']`, // Blanks are read once for the = that they precede.
  String.raw`\\p\{L[ult]\}|\\[pPu]\{[^}]{0,40}\}|\\.|\p{Lu}`, // Looks at most 40 characters ahead.
]);

const repeats = ({ source }: FoundPattern): boolean => /[*+{]/.test(source);

/** Tells whether there are too many ways to read one text, with the same limit as for operators' patterns (rule-pattern.ts). */
const canBeSlow = ({ source, flags }: FoundPattern): boolean =>
  !FINE.has(source) && !isSafe(new RegExp(withFewLetters(source), flags), { maxSteps: 20_000, maxScore: 200 }).safe;

/**
 * Replaces \p{L} by a few letters: the analysis takes seconds for all letters of Unicode, and the few overlap with the same parts of a
 * pattern.
 */
const withFewLetters = (source: string): string => source.replace(/\\p\{L\}(?![^[]*\])/g, '[A-Za-z\u00c0-\u024f]');

describe('a regular expression of the code', () => {
  it('is found in every place', () => {
    expect(found).not.toEqual([]);
    expect(OF_SCHEMAS).not.toEqual([]);
    expect([...new Set(built.map(({ file }) => file))].toSorted()).toEqual(Object.keys(BUILT).toSorted());
  });

  it('takes time in proportion to the text, for every text', () => {
    const made = Object.entries(BUILT).flatMap(([place, source]) => (source === undefined ? [] : [{ place, source, flags: '' }]));
    expect([...found, ...made].filter(repeats).filter(canBeSlow)).toEqual([]);
  });

  it('is also fast in a published schema', () => {
    expect(OF_SCHEMAS.filter(repeats).filter(canBeSlow)).toEqual([]);
  });

  it('that is slow is detected', () => {
    const slow = ['[.\\s]+$', '^(?:a+)+$', '^.*,.*,.*x', String.raw`^(?:\p{L}+)+$`];
    expect(slow.map((source) => canBeSlow({ place: 'here', source, flags: 'u' }))).toEqual([true, true, true, true]);
  });
});
