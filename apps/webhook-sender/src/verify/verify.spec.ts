import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { Secret } from '#libs/config';
import type { ExchangeProgress } from '../http/failure-words.js';
import { classifyFailure } from '../http/outcome.js';
import { ETA_FORMS, judgeAnswers, planChecks, type PostAnswer, reportLines, toCheckArgs } from '#libs/receiver-check';
import { readArguments } from '#libs/command-line';
import { COMMAND } from '../receiver-verify.command.js';
import { toFailed } from './to-failed.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const nowMs = Date.UTC(2026, 2, 29, 10);
let serial = 0;
const newId = (): string => `e-${++serial}`;
const NOTHING_GIVEN = { secretOption: '--secret', hasSecret: false, hasCredentials: false };
const plan = (secret?: string) =>
  planChecks({ formats: ['plain', 'cloudevents'], secret: secret === undefined ? undefined : new Secret(secret), nowMs, newId });

const parse = (argv: readonly string[]) => toCheckArgs(readArguments(COMMAND, argv));

describe('the plan', () => {
  it('sends every form of the expected date, in both formats', () => {
    const bodies = plan()
      .filter(({ name }) => name.includes('expected date'))
      .map(({ posts }) => JSON.parse(posts[0]?.body ?? '') as { data: Record<string, unknown> });
    const forms = bodies.map(
      ({ data }) => ('expected_delivery_date_raw' in data ? data : (data['data'] as typeof data))['expected_delivery_date_raw'],
    );
    const values = ETA_FORMS.map(({ value }) => value);
    expect(forms).toEqual([...values, ...values]);
  });

  it('repeats exactly one eventid', () => {
    const ids = plan().map(({ name, posts }) => [
      name.includes('twice'),
      new Set(posts.map(({ body }) => /e-\d+/.exec(body)?.[0])).size,
      posts.length,
    ]);
    expect(ids.filter(([isTwice]) => isTwice)).toEqual([
      [true, 1, 2],
      [true, 1, 2],
    ]);
    expect(
      plan()
        .flatMap(({ posts }) => posts)
        .every(({ headers }) => headers['webhook-signature'] === undefined),
    ).toBe(true);
  });

  it('signs so that the official library agrees with what must be accepted and refused', () => {
    const { toFake, restore } = fakeNow();
    toFake();
    const official = new Webhook(SECRET);
    const takes = ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }): boolean => {
      try {
        official.verify(body, { ...headers });
        return true;
      } catch {
        return false;
      }
    };
    const outcomes = plan(SECRET).map(({ name, expects, posts }) => [
      name,
      expects,
      posts.every(takes) ? 'accepted' : posts.some(takes) ? 'mixed' : 'refused',
    ]);
    restore();
    expect(outcomes.filter(([, expects, seen]) => expects !== seen)).toEqual([]);
    expect(outcomes.filter(([, expects]) => expects === 'refused')).toHaveLength(4);
  });
});

/** The official library reads the clock itself. */
function fakeNow() {
  const now = Date.now;
  return { toFake: () => void (Date.now = () => nowMs), restore: () => void (Date.now = now) };
}

describe('the verdict', () => {
  const answered = (status: number): PostAnswer => ({ kind: 'answered', status, durationMs: 12.3 });
  const check = (expects: 'accepted' | 'refused') => ({ name: 'n', posts: [], expects, advice: 'do this' });

  it.each([
    ['accepted', [answered(200), answered(204)], true],
    ['accepted', [answered(200), answered(409)], false],
    ['accepted', [answered(301)], false],
    ['refused', [answered(401)], true],
    ['refused', [answered(200)], false],
    ['refused', [answered(500)], false],
  ] as const)('%s, %j → %s', (expects, answers, isPassed) => {
    const verdict = judgeAnswers(check(expects), answers, NOTHING_GIVEN);
    expect([verdict.isPassed, verdict.advice]).toEqual([isPassed, isPassed ? undefined : 'do this']);
  });

  const failed = (outcome: 'tls' | 'connection' | 'dns' | 'timeout' | 'local_fault'): PostAnswer => ({
    kind: 'failed',
    outcome,
    detail: 'd',
  });

  it.each([
    [failed('tls'), '--ca FILE'],
    [failed('connection'), 'host and port'],
    [failed('dns'), 'no address'],
    [failed('timeout'), 'within the time-out'],
    [failed('local_fault'), 'this machine'],
    [answered(301), 'Redirects are not followed'],
    [answered(304), 'status 2xx'],
    [answered(401), '--secret'],
    [answered(403), '--basic'],
    [answered(404), 'path of the URL'],
    [answered(405), 'accepts no POST'],
    [answered(500), 'status 2xx'],
  ])('%j to a usual webhook → %s', (answer, advice) => {
    const [usual] = plan();
    expect(judgeAnswers(usual!, [answer], NOTHING_GIVEN)).toMatchObject({ isPassed: false, advice: expect.stringContaining(advice) });
  });

  it.each([
    [{ hasSecret: false, hasCredentials: false }, ['Give the signing secret', 'give them by --header or --basic']],
    [{ hasSecret: false, hasCredentials: true }, ['Give the signing secret', 'check the given --header or --basic']],
    [{ hasSecret: true, hasCredentials: false }, ['The given --secret does not fit', 'give them by --header or --basic']],
    [{ hasSecret: true, hasCredentials: true }, ['The given --secret does not fit', 'check the given --header or --basic']],
  ])('401 when %j was given → %j', (given, words) => {
    const [usual] = plan(SECRET);
    const { advice = '' } = judgeAnswers(usual!, [answered(401)], { secretOption: '--secret', ...given });
    expect(words.filter((each) => !advice.includes(each))).toEqual([]);
    expect(advice.includes('Give the signing secret')).toBe(!given.hasSecret);
  });

  const coded = (code: string, message = 'it failed'): Error => Object.assign(new Error(message), { code });

  it.each<[Error, ExchangeProgress['kind'], string]>([
    [coded('UND_ERR_SOCKET', 'bad response'), 'written', 'no `100 Continue`'],
    [coded('UND_ERR_SOCKET', 'bad upgrade'), 'written', 'no other protocol'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'written', 'shorter header lines'],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'written', 'status line and header lines'],
    [Object.assign(new Error('Invalid header token'), { name: 'HTTPParserError' }), 'written', 'status line and header lines'],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'answering', 'to its end'],
    [coded('UND_ERR_SOCKET', 'other side closed'), 'written', 'host and port'],
    [coded('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'tlsv1 alert no application protocol'), 'connecting', '--ca FILE'],
  ])('%s while %s → %s', (error, kind, advice) => {
    const progress = { kind, isReused: false, isCertificateWanted: false, httpStatus: 200 } as ExchangeProgress;
    const answer = toFailed(classifyFailure(error, { limit: { timeoutMs: 1 }, progress }));
    expect(judgeAnswers(check('accepted'), [answer], NOTHING_GIVEN).advice).toContain(advice);
  });

  it('gives advice about the failure, whatever the check', () => {
    expect(judgeAnswers(check('refused'), [failed('tls')], NOTHING_GIVEN)).toMatchObject({
      isPassed: false,
      advice: expect.stringContaining('--ca FILE'),
    });
    expect(judgeAnswers(check('accepted'), [], NOTHING_GIVEN)).toEqual({ name: 'n', isPassed: false, seen: 'nothing was sent' });
  });

  it('says how many checks were not made', () => {
    expect(reportLines([judgeAnswers(check('accepted'), [answered(404)], NOTHING_GIVEN)], 12)).toContainEqual(
      expect.stringMatching(/^The other 12 checks were not made/),
    );
  });

  it('prints advice below a failed check', () => {
    const lines = reportLines([200, 500].map((status) => judgeAnswers(check('accepted'), [answered(status)], NOTHING_GIVEN)));
    expect(lines).toEqual([
      'ok      n: status 200 after 12 ms',
      'FAILED  n: status 500 after 12 ms',
      '        → do this',
      '',
      '1 of 2 checks failed.',
    ]);
  });
});

describe('the command line', () => {
  it('accepts a URL and the receiver’s credentials', () => {
    const args = parse([
      'https://shop.example/hook?x=1',
      '--header',
      'X-Api-Key: k: 1',
      '--basic',
      'shop:a:b',
      '--format',
      'plain',
      '--timeout-ms',
      '500',
    ]);
    expect([args.url, args.formats, args.timeoutMs]).toEqual(['https://shop.example/hook?x=1', ['plain'], 500]);
    expect(Object.entries(args.headers).map(([name, secret]) => `${name}=${secret.reveal()}`)).toEqual([
      'x-api-key=k: 1',
      'authorization=Basic c2hvcDphOmI=',
    ]);
    expect(parse(['https://shop.example']).formats).toEqual(['plain', 'cloudevents']);
  });

  it.each([
    [[], '<url> is missing'],
    [['https://a.example', 'https://b.example'], 'too many arguments'],
    [['http://shop.example'], 'not an https URL'],
    [['https://a.example', '--secret', 'abc'], '--secret must be'],
    [['https://a.example', '--header', 'abc'], '--header must have'],
    [['https://a.example', '--basic', 'abc'], '--basic must have'],
    [['https://a.example', '--format', 'xml'], '--format must be one of plain, cloudevents'],
    [['https://a.example', '--timeout-ms', '5'], '--timeout-ms must be'],
    [['https://a.example', '--colour'], "unknown option '--colour'"],
  ])('%j is refused in one sentence', (argv, sentence) => {
    expect(() => parse(argv)).toThrow(sentence);
  });
});
