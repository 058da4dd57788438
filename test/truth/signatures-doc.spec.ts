// Checks that docs/signatures.md shows the code of the packages, and that its Java judges requests as the official library does.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureCommand } from '../../apps/console/src/receivers/verify/signature-command.js';
import { snippetsOf } from '../../apps/console/src/receivers/verify/snippets.js';
import { snippetsIn } from '../packages/packages.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { holdPart, ROOT } from './held-document.js';

const PAGE = readFileSync(join(ROOT, 'docs/signatures.md'), 'utf8');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"event":"onDelivered","data":{"raw_scan":"Köln 📦"}}';
const FOLDER = temporaryFolder();

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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

const codeOf = (name: string): string => new RegExp(`\`\`\`${name}\n([^]+?)\`\`\``).exec(PAGE)?.[1] ?? '';

/** @returns what the Java of the page says to each request */
function answers(): string[] {
  const path = join(FOLDER, 'Signatures.java');
  const main = `public static void main(String[] arguments) throws Exception { ${REQUESTS.map(javaCall).join('\n')} }`;
  writeFileSync(path, codeOf('java').replace('final class Signatures {', `final class Signatures {\n${main}`));
  return execFileSync('java', [path], { encoding: 'utf8' }).trim().split('\n');
}

const isCompilerHere = spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout?.includes('jdk.compiler') ?? false;

/** The packages test the code of their READMEs themselves. */
const PACKAGES = [
  ['node', 'ts'],
  ['python', 'python'],
  ['php', 'php'],
] as const;

describe('docs/signatures.md', () => {
  it.each(PACKAGES)('has the ten lines of the package for %s', (name, fence) => {
    const [code = ''] = snippetsIn(`packages/receiver-${name}/README.md`, fence);
    holdPart('docs/signatures.md', name, `\`\`\`${fence}\n${code}\`\`\``);
  });

  (isCompilerHere ? it : it.skip)('has Java that verifies as the official library does', () => {
    expect(answers()).toEqual(CASES.map(([, isGenuine]) => String(isGenuine)));
  });
});

describe('the console', () => {
  it('shows the complete code of each language', () => {
    expect(snippetsOf(PAGE).map(({ code }) => code)).toEqual(['ts', 'python', 'php', 'java'].map(codeOf));
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
