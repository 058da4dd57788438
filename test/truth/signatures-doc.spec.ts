// Checks that the code of docs/signatures.md, in each language, judges requests as the official library does. Languages that this machine
// lacks are skipped; Node is always there.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureCommand } from '../../apps/console/src/receivers/verify/signature-command.js';
import { snippetsOf } from '../../apps/console/src/receivers/verify/snippets.js';
import { ROOT } from './held-document.js';

const PAGE = readFileSync(join(ROOT, 'docs/signatures.md'), 'utf8');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"event":"onDelivered","data":{"raw_scan":"Köln 📦"}}';
const FOLDER = mkdtempSync(join(tmpdir(), 'signatures-'));

afterAll(() => rmSync(FOLDER, { recursive: true }));

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Language {
  readonly program: string;
  /** A word in the output of `program` with `probe` if the program can run the code. */
  readonly probe: string;
  readonly word: string;
  readonly file: string;
  /** Wraps the code of the page in a main that prints `true` or `false` for each request. */
  readonly whole: (code: string) => string;
}

const text = (value: unknown): string => JSON.stringify(value);

/**
 * The code of the page accepts five minutes before and after. The default is in the past, because the code may be compiled for minutes
 * before it runs.
 */
function signed(ageSeconds = -120): Request['headers'] {
  const signedAt = new Date(Date.now() - ageSeconds * 1000);
  return {
    'webhook-id': 'e-1',
    'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(SECRET).sign('e-1', signedAt, BODY)}`,
  };
}

const without = (prefix: string): Request => ({
  headers: Object.fromEntries(Object.entries(signed()).filter(([name]) => !name.startsWith(prefix))),
  body: BODY,
});

const CASES: readonly (readonly [request: Request, isGenuine: boolean])[] = [
  [{ headers: signed(), body: BODY }, true],
  [{ headers: signed(), body: BODY.replace('Köln', 'Bonn') }, false],
  [{ headers: signed(400), body: BODY }, false],
  [{ headers: signed(-4000), body: BODY }, false],
  [{ headers: { ...signed(), 'webhook-timestamp': 'now' }, body: BODY }, false],
  [{ headers: { ...signed(), 'webhook-id': 'e-2' }, body: BODY }, false],
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-'].map((prefix) => [without(prefix), false] as const),
];
const REQUESTS = CASES.map(([request]) => request);

const javaCall = ({ headers, body }: Request): string => {
  const pairs = Object.entries(headers).flat().map(text).join(', ');
  return `System.out.println(isGenuine(${text(SECRET)}, Map.of(${pairs}), ${text(body)}.getBytes(StandardCharsets.UTF_8)));`;
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  js: {
    program: process.execPath,
    probe: '--version',
    word: 'v',
    file: 'signatures.mjs',
    whole: (code) =>
      `${code}\nfor (const { headers, body } of ${text(REQUESTS)}) console.log(String(isGenuine('${SECRET}', headers, Buffer.from(body))));`,
  },
  python: {
    program: 'python3',
    probe: '--version',
    word: 'Python',
    file: 'signatures.py',
    whole: (code) =>
      `${code}\nfor each in ${text(REQUESTS)}: print(str(is_genuine("${SECRET}", each["headers"], each["body"].encode())).lower())`,
  },
  php: {
    program: 'php',
    probe: '--version',
    word: 'PHP',
    file: 'signatures.php',
    whole: (code) =>
      `${code}\nforeach (json_decode(<<<'JSON'\n${text(REQUESTS)}\nJSON, true) as $each) echo json_encode(isGenuine('${SECRET}', $each['headers'], $each['body'])), "\\n";`,
  },
  java: {
    program: 'java',
    probe: '--list-modules',
    word: 'jdk.compiler',
    file: 'Signatures.java',
    whole: (code) => {
      const main = `public static void main(String[] arguments) throws Exception { ${REQUESTS.map(javaCall).join('\n')} }`;
      return code.replace('final class Signatures {', `final class Signatures {\n${main}`);
    },
  },
};

const codeOf = (name: string): string => new RegExp(`\`\`\`${name}\n([^]+?)\`\`\``).exec(PAGE)?.[1] ?? '';

function isHere({ program, probe, word }: Language): boolean {
  const { error, stdout } = spawnSync(program, [probe], { encoding: 'utf8' });
  return error === undefined && stdout.includes(word);
}

function answers(name: string, { program, file, whole }: Language): string[] {
  const path = join(FOLDER, file);
  writeFileSync(path, whole(codeOf(name)));
  return execFileSync(program, [path], { encoding: 'utf8' }).trim().split('\n');
}

describe('docs/signatures.md', () => {
  it.each(Object.entries(LANGUAGES).filter(([, language]) => isHere(language)))(
    'has code in %s that verifies as the official library does',
    (name, language) => {
      expect(answers(name, language)).toEqual(CASES.map(([, isGenuine]) => String(isGenuine)));
    },
  );
});

describe('the console', () => {
  it('shows the complete code of each language', () => {
    expect(snippetsOf(PAGE).map(({ code }) => code)).toEqual(Object.keys(LANGUAGES).map(codeOf));
  });

  it.each(['{"event":"onDelivered"}', `{"raw_scan":"Köln 📦, "it's" $HOME \`x\`\n%s"}`])(
    'shows a command that makes the signature again: %s',
    (body) => {
      const at = new Date('2026-03-29T10:00:00Z');
      const command = signatureCommand({ id: 'e-1', timestamp: String(at.getTime() / 1000), body }).replace('whsec_…', SECRET);
      expect(`v1,${execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })}`).toBe(new Webhook(SECRET).sign('e-1', at, body));
    },
  );
});
