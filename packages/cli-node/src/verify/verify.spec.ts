import { writeFileSync } from 'node:fs';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Authority, createAuthority, type ServerIdentity } from '../../../../scripts/stack/certificates.js';
import { type Faults, PracticeReceiver, SECRET } from '../../../../test/support/practice-receiver.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { Output } from '../output/output.js';
import { printable } from './printable.js';
import { verifyCommand } from './verify.command.js';

const CHECKS = 21;
const folder = temporaryFolder();
const secretFile = join(folder, 'secret');
const caFile = join(folder, 'ca.pem');
let authority: Authority;
let identity: ServerIdentity;

beforeAll(async () => {
  authority = await createAuthority();
  identity = await authority.issue();
  writeFileSync(secretFile, SECRET);
  writeFileSync(caFile, authority.certificatePem);
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const listenerOf = (faults: Faults): RequestListener => {
  const receiver = new PracticeReceiver(faults, SECRET);
  return (request, response) => void textOf(request).then((body) => response.writeHead(receiver.take(request.headers, body)).end());
};

async function verify(...argv: readonly string[]): Promise<{ out: string; code: number | undefined }> {
  let [out, code] = ['', undefined as number | undefined];
  const sink = { write: (text: string) => (out += text) };
  const command = verifyCommand({
    output: new Output({ out: sink, err: sink, env: {} }),
    ask: undefined,
    end: (exitCode) => (code = exitCode),
  });
  await command
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .parseAsync(argv, { from: 'user' });
  return { out, code };
}

describe('verify', () => {
  it('reports that a good receiver on this machine passes every check, over plain http', async () => {
    const port = await listen(createPlain(listenerOf({})));
    const { out, code } = await verify(`http://localhost:${port}/hook`, '--secret-file', secretFile);
    expect([out.trim().split('\n').at(-1), code]).toEqual([`All ${CHECKS} checks passed.`, 0]);
  });

  it('reports the same over TLS with an authority of one’s own, and as JSON', async () => {
    const port = await listen(createSecure(identity, listenerOf({})));
    const { out, code } = await verify(`https://localhost:${port}/hook`, '--secret-file', secretFile, '--ca', caFile, '--json');
    const { checks, notMade } = JSON.parse(out) as { checks: { isPassed: boolean }[]; notMade: number };
    expect([checks.filter(({ isPassed }) => isPassed).length, notMade, code]).toEqual([CHECKS, 0, 0]);
  });

  it('refuses a certificate of an unknown authority', async () => {
    const port = await listen(createSecure(identity, listenerOf({})));
    const { out, code } = await verify(`https://localhost:${port}/hook`);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAILED {2}plain: answers 2xx in time: .*certificate[^]*→ Give the server a valid certificate/m);
  });

  it('refuses a certificate of another host', async () => {
    const port = await listen(createSecure(await authority.issue({ names: ['shop.example'] }), listenerOf({})));
    const { out } = await verify(`https://localhost:${port}/hook`, '--ca', caFile);
    expect(out).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('says which signatures a receiver ignores', async () => {
    const port = await listen(createPlain(listenerOf({ ignoresSignatures: true })));
    const { out, code } = await verify(`http://127.0.0.1:${port}`, '--secret-file', secretFile);
    expect(code).toBe(1);
    expect([...out.matchAll(/^FAILED {2}(.*?): status/gm)].map(([, name]) => name)).toEqual([
      'signature: refuses a wrong secret',
      'signature: refuses a changed body',
      'signature: refuses a missing signature',
      'signature: refuses an old timestamp',
    ]);
  });

  it('names its own options in the advice', async () => {
    const port = await listen(createPlain(listenerOf({})));
    const { out } = await verify(`http://127.0.0.1:${port}`);
    expect(out).toContain('→ Give the signing secret of the receiver by --secret-file.');
    expect(out).toContain('by --secret-file.\n');
    expect(out).not.toMatch(/--secret[^-]/);
  });

  it('posts again when the server has closed the kept connection meanwhile', async () => {
    const listener = listenerOf({});
    const server = createPlain((request, response) => {
      response.once('finish', () => request.socket.destroySoon());
      listener(request, response);
    });
    const { out, code } = await verify(`http://127.0.0.1:${await listen(server)}`, '--secret-file', secretFile);
    expect([out.trim().split('\n').at(-1), code]).toEqual([`All ${CHECKS} checks passed.`, 0]);
  });

  it('reports a header that cannot be sent, without its value', async () => {
    const { out, code } = await verify('http://127.0.0.1:1', '--header', 'X-Key: schlüssel-😀');
    expect(code).toBe(1);
    expect(out).toContain('ERR_INVALID_CHAR');
    expect(out).not.toContain('schlüssel');
  });
});

describe('foreign text', () => {
  it.each([
    ['a\r\nb\t c', 'a b c'],
    ['\u001b[31mred', '\ufffd[31mred'],
    ['\u202eabc', '\ufffdabc'],
    [`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`],
  ])('%j becomes one harmless line', (text, line) => {
    expect(printable(text)).toBe(line);
  });
});
