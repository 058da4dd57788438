import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Scan, STATUS_HINTS } from '#libs/contracts';
import { aRecord, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';
import { loadCarrierFiles, SHIPPED_ALONE } from './carrier-mappings.provider.js';
import { readArguments } from '#libs/command-line';
import { COMMAND } from './mapping-explain.command.js';
import { type ExplainArgs, toExplainArgs } from './explain-args.js';
import { explainScan } from './explain-scan.js';
import { explanationText, ruleText } from './explanation-text.js';
import { interpretScan } from './interpret-scan.js';
import { type CourierMapping, EMPTY_MAPPING, type MappingRule, rulesOf } from './mapping-rule.js';
import { parseMapping } from './parse-mapping.js';

const MAPPING = parseMapping(
  'mappings/test.yaml',
  `
- when: {code: X, sub_code: "30"}
  status: FailedAttempt
- when: {code: X, text: "^Damage|Broken"}
  status: Exception
  exception_code: Damaged
- when: {code: X}
  status: Ignore
- when: {text: "^Damaged beyond"}
  status: Return
  inbound: true
- when: {text: "^Damage"}
  status: Exception
`,
);

const parse = (argv: readonly string[]): ExplainArgs => toExplainArgs(readArguments(COMMAND, argv));
const scanOf = (...argv: string[]): Scan => parse(['test', ...argv]).scan;
const explained = (...argv: string[]): string => explanationText(explainScan(scanOf(...argv), MAPPING));

describe('an explanation', () => {
  it.each([
    [
      'the sub code',
      ['X', '30', 'Damaged'],
      'mappings/test.yaml:2 ',
      'exactly this code and sub code',
      'onDispatch, if the parcel has had none; then onFailedAttempt',
    ],
    ['the code and its text', ['X', '31', 'Damaged'], 'mappings/test.yaml:4 ', 'no rule for this sub code', 'onDelay'],
    ['the code', ['X', '31'], 'mappings/test.yaml:7 ', 'the operator can correct a producer', 'none of its own · never becomes'],
    [
      'the hint',
      ['Y', '', 'Damaged', '--hint', 'Delivered'],
      'the hint → Delivered',
      'the producer knows more than a pattern',
      'onDispatch, if the parcel has had none; then onDelivered · becomes',
    ],
    [
      'the text',
      ['', '', 'Damaged beyond repair'],
      'mappings/test.yaml:9 ',
      'there is no hint',
      'onDispatch, if the parcel has had none; then onReturn',
    ],
    ['nothing', ['Y', '1', 'text'], 'nothing', 'listed by mapping:unmapped', 'none of its own · never becomes'],
  ])('names %s, why it wins and what follows', (_, argv, winner, why, event) => {
    const [wins, because, order, reads, follows] = explained(...argv).split('\n');
    expect(wins).toContain(`wins    ${winner}`);
    expect(because).toContain(why);
    expect(order).toMatch(argv[1] ? /^order {3}code and sub code → code → hint → / : /^order {3}code → hint → /);
    expect(reads).toMatch(/^reads {3}\w+/);
    expect(follows).toContain(`event   ${event}`);
  });

  it('mentions a sub code only when the scan has one', () => {
    expect(explained('X')).not.toContain('sub code');
    expect(explained('X', '', 'Broken')).not.toContain('sub code');
    expect(explained('X', '31')).toContain('no rule for this sub code matches');
  });

  it('shows the rule as written in the file, with every outcome', () => {
    expect(explained('X', '31', 'Broken')).toContain(
      'wins    mappings/test.yaml:4  when {code: X, text: ^Damage|Broken} → Exception, exception_code: Damaged  (operator rule, by code)',
    );
  });

  it('says when the words of the text add something to a shipped rule', () => {
    const { mappings } = loadCarrierFiles(SHIPPED_ALONE);
    const asked = (text: string): string => {
      const { scan } = parse(['gls', '3.0', '', text]);
      return explanationText(explainScan(scan, mappings.get('gls') ?? EMPTY_MAPPING));
    };
    expect(asked('Left in the garage')).toMatch(
      /\nwords   fill .*shared-words\.yaml.*\nreads   Delivered, delivery_location: HomeDeposit\n/,
    );
    expect(asked('Done')).not.toContain('\nwords');
  });

  it('names the rules that match but lose, in order', () => {
    expect(explained('X', '30', 'Damaged beyond repair', '--hint', 'Packed').split('\n').slice(5)).toEqual([
      expect.stringMatching(/^lost {4}mappings\/test\.yaml:4 .*: code comes after code and sub code$/),
      expect.stringMatching(/^lost {4}mappings\/test\.yaml:7 /),
      'lost    the hint → Packed: hint comes after code and sub code',
      expect.stringMatching(/^lost {4}mappings\/test\.yaml:9 .*: text comes after code and sub code$/),
      expect.stringMatching(/^lost {4}mappings\/test\.yaml:12 /),
    ]);
    expect(explained('X', '', 'Broken')).toContain('→ Ignore  (operator rule, by code): comes later in the file');
  });

  it.each([
    [[], '<courier> is missing'],
    [['ups'], 'No scan can look like this'],
    [['ups', 'X', '--hint', 'Delivred'], 'No scan can look like this'],
    [['ups', 'X', 'a', 'b', 'c'], 'too many arguments'],
    [['ups', 'X', '--hnit', 'Delivered'], '--hnit'],
  ])('is refused for the command line %j', (argv, fault) => {
    expect(() => parse(argv)).toThrow(fault);
  });
});

/** Removes look-aheads, so that a text can be built from the rest; the full pattern then decides whether it matches the text. */
function withoutLooks(source: string): string {
  const begin = source.search(/\(\?[=!]/);
  if (begin === -1) return source;
  let end = begin;
  for (let depth = 0; end === begin || depth > 0; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === '(') depth++;
    else if (source[end] === ')') depth--;
  }
  return withoutLooks(source.slice(0, begin) + source.slice(end));
}

describe('the explanation of every shipped mapping', () => {
  const { mappings } = loadCarrierFiles(SHIPPED_ALONE);
  const scanFor = ({ when: { code, subCode } }: MappingRule, rawText: string | undefined): Scan =>
    ({ ...(code !== undefined && { code }), ...(subCode !== undefined && { subCode }), ...(rawText !== undefined && { rawText }) }) as Scan;
  /** Returns a text that this rule matches and no earlier rule does; undefined = none among a thousand samples of its pattern. */
  const sampleOf = (rule: MappingRule, mapping: CourierMapping): string | undefined => {
    const { text } = rule.when;
    if (text === undefined) return undefined;
    const drawn = fc.stringMatching(new RegExp(withoutLooks(text.source), 'u'));
    const isFirst = (each: string): boolean => text.test(each) && explainScan(scanFor(rule, each), mapping).winner?.rule === rule;
    for (let seed = 1; seed <= 1000; seed++) {
      const [each = ''] = fc.sample(drawn, { numRuns: 1, seed }); // one at a time: most rules need few tries
      if (isFirst(each)) return each;
    }
    return undefined;
  };
  const all = [...mappings].flatMap(([courier, mapping]) =>
    rulesOf(mapping).map((rule) => ({ courier, mapping, rule, sample: sampleOf(rule, mapping) })),
  );
  const anyRule = fc.constantFrom(...all);
  const anyText = fc.option(
    fc.oneof(
      anyRule.map(({ sample }) => sample ?? 'text'),
      fc.string(),
    ),
    { nil: undefined },
  );
  const anyScan = fc.record({
    of: anyRule,
    code: fc.option(
      anyRule.map(({ rule }) => rule.when.code),
      { nil: 'own' },
    ),
    subCode: fc.option(
      anyRule.map(({ rule }) => rule.when.subCode),
      { nil: 'own' },
    ),
    rawText: anyText,
    statusHint: fc.option(fc.constantFrom(...STATUS_HINTS), { nil: undefined }),
  });
  const toScan = ({ of, code, subCode, rawText, statusHint }: typeof anyScan extends fc.Arbitrary<infer T> ? T : never): Scan =>
    ({
      ...(code !== undefined && { code: code === 'own' ? of.rule.when.code : code }),
      ...(subCode !== undefined && { subCode: subCode === 'own' ? of.rule.when.subCode : subCode }),
      ...(rawText !== undefined && { rawText }),
      ...(statusHint !== undefined && { statusHint }),
    }) as Scan;

  it('agrees with the reading of event-builder', () => {
    fc.assert(
      fc.property(anyScan, (drawn) => {
        const scan = toScan(drawn);
        const { winner, losers, reading } = explainScan(scan, drawn.of.mapping);
        expect(reading).toEqual(interpretScan(scan, drawn.of.mapping));
        const shared = { texts: drawn.of.mapping.shared?.texts ?? [], words: new Map() };
        const withoutWords = interpretScan(scan, { ...drawn.of.mapping, shared });
        expect([winner?.status ?? 'InternalStatus', winner === undefined]).toEqual([withoutWords.status, reading.isUnmapped]);
        expect(winner === undefined ? losers : []).toEqual([]);
        expect(losers.filter(({ rule }) => rule !== undefined && rule === winner?.rule)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('names each rule for a scan that the rule matches', () => {
    const silent = all.filter(({ mapping, rule, sample }) => explainScan(scanFor(rule, sample), mapping).winner?.rule !== rule);
    expect(silent.map(({ courier, rule }) => `${courier}: ${rule.source} ${ruleText(rule)}`)).toEqual([]);
  });

  it('predicts the events of a parcel’s first scan', () => {
    // All rules that come from one entry have the same outcome.
    const entries = new Map(all.map((each) => [`${each.courier} ${each.rule.source}`, each]));
    const wrong = [...entries.values()].flatMap(({ courier, mapping, rule, sample }) => {
      const world = new ParcelWorld();
      const parcel = { courier, tracking_number: 'A1' };
      world.take(aRecord({ references: parcel }));
      const { code, subCode } = rule.when;
      const codes = { carrier_code: code, carrier_sub_code: subCode, raw_text: sample };
      const told = world.take({ schema: 'scan/1', scan_id: 's', ...parcel, occurred_at: '2026-03-28T12:00:00Z', ...codes });
      const { follows } = explainScan(parse(['--', courier, code ?? '', subCode ?? '', codes.raw_text ?? '']).scan, mapping);
      const predicted = [...(follows.mayDispatch ? ['onDispatch'] : []), ...(follows.event === undefined ? [] : [follows.event])];
      const events = names(told);
      return events.join() === predicted.join() ? [] : [{ courier, rule: rule.source, predicted, events }];
    });
    expect(wrong).toEqual([]);
  });

  it('is the hint or nothing for a courier without a mapping', () => {
    expect(explainScan(scanOf('X', '--hint', 'Packed'), EMPTY_MAPPING).winner).toEqual({ step: 'hint', status: 'Packed' });
    expect(explainScan(scanOf('X'), EMPTY_MAPPING).winner).toBeUndefined();
  });
});
