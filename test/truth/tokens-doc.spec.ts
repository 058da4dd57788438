import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS } from '../../apps/token-api/src/audit/audit-entry.js';
import { isTokenSecret, TOKEN_PATTERN, toTokenSecret } from '../../apps/token-api/src/tokens/token-secret.js';
import { holdPart, ROOT } from './held-document.js';

const PATH = 'docs/tokens.md';
const page = (): string => readFileSync(join(ROOT, PATH), 'utf8');

describe('docs/tokens.md', () => {
  it('gives secret scanners the pattern of the service’s tokens', () => {
    expect(page()).toContain(`\`\`\`\n${TOKEN_PATTERN}\n\`\`\``);
    expect(page()).toContain(`/^${TOKEN_PATTERN}$/`);
  });

  it('shows code that recognises tokens as the service does', () => {
    const secrets = Array.from({ length: 20 }, (_, n) => toTokenSecret(new Uint8Array(32).fill(n * 11)));
    const texts = [...secrets, ...secrets.map((secret) => secret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))), '', 'pew_'];
    const [, code = ''] = /```js\n([\s\S]+?)```/.exec(page()) ?? [];
    const call = `process.stdout.write(JSON.stringify(${JSON.stringify(texts)}.map(isToken)));`;
    const told: unknown = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', `${code}\n${call}`]).toString());
    expect(told).toEqual(texts.map(isTokenSecret));
  });

  it('lists every action of the audit log', () => {
    holdPart(PATH, 'audit actions', `Actions: ${AUDIT_ACTIONS.map((action) => `\`${action}\``).join(' · ')}`);
  });
});
