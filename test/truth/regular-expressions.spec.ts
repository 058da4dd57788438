import { describe, expect, it } from '@jest/globals';
import { isSafe } from 'redos-detector';
import { MAPPINGS } from '../../apps/event-builder/src/carriers/parse-carrier-files.js';
import { TOKEN_PATTERN } from '../../apps/token-api/src/tokens/token-secret.js';
import { type FoundPattern, patternsOfCode, patternsOfSchemas } from './regular-expressions.js';

const { found, built } = patternsOfCode();
const OF_SCHEMAS = patternsOfSchemas();

/** Put together at run time: what each becomes, or who looks at it instead. */
const BUILT: Readonly<Record<string, string | undefined>> = {
  'apps/console/src/receivers/verify/snippets.ts': undefined, // reads one document of the service
  'apps/event-builder/src/carriers/parse-carrier-files.ts': `^${MAPPINGS}/(.+)\\.yaml$`,
  'apps/token-api/src/tokens/token-secret.ts': `^${TOKEN_PATTERN}$`,
  'apps/event-builder/src/carriers/rule-pattern.ts': undefined, // of the operator: canBecomeSlow refuses it when the file is read
  'apps/event-builder/src/carriers/shared-words.ts': undefined, // shared-words.spec.ts reads long texts with them
};

/** What the analysis refuses and no text makes slow, each with the reason. */
const FINE: ReadonlySet<string> = new Set([
  '(`[^`]*`|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z)', // at most one back quote of a text has no partner
  `<!--|<(?=[a-z/!?])|>|=\\s*["']`, // blanks are read once for the one = before them
  String.raw`\\p\{L[ult]\}|\\[pPu]\{[^}]{0,40}\}|\\.|\p{Lu}`, // looks at most 40 characters ahead
]);

const repeats = ({ source }: FoundPattern): boolean => /[*+{]/.test(source);

/** Ways to read one text beyond which the time grows faster than the text, as of operators' patterns (rule-pattern.ts). */
const canBeSlow = ({ source, flags }: FoundPattern): boolean =>
  !FINE.has(source) && !isSafe(new RegExp(withFewLetters(source), flags), { maxSteps: 20_000, maxScore: 200 }).safe;

/** The analysis takes seconds for all letters of Unicode, and these letters overlap with the same parts of a pattern. */
const withFewLetters = (source: string): string => source.replace(/\\p\{L\}(?![^[]*\])/g, '[A-Za-z\u00c0-\u024f]');

describe('a regular expression of the code', () => {
  it('is found wherever it stands', () => {
    expect(found).not.toEqual([]);
    expect(OF_SCHEMAS).not.toEqual([]);
    expect([...new Set(built.map(({ file }) => file))].toSorted()).toEqual(Object.keys(BUILT).toSorted());
  });

  it('takes time in proportion to the text, whatever the text', () => {
    const made = Object.entries(BUILT).flatMap(([place, source]) => (source === undefined ? [] : [{ place, source, flags: '' }]));
    expect([...found, ...made].filter(repeats).filter(canBeSlow)).toEqual([]);
  });

  it('in a published schema neither', () => {
    expect(OF_SCHEMAS.filter(repeats).filter(canBeSlow)).toEqual([]);
  });

  it('that is slow is found out', () => {
    const slow = ['[.\\s]+$', '^(?:a+)+$', '^.*,.*,.*x', String.raw`^(?:\p{L}+)+$`];
    expect(slow.map((source) => canBeSlow({ place: 'here', source, flags: 'u' }))).toEqual([true, true, true, true]);
  });
});
