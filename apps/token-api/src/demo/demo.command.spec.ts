import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createAuthority } from '../../../../scripts/stack/certificates.js';
import { freePorts } from '../../../../scripts/stack/free-ports.js';
import { callCommand } from '../../../../scripts/stack/run-command.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';

const folder = temporaryFolder();

/** @returns `connect`, or the code of the error */
const connectTo = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve('connect');
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
  });

it('a demo that fails no longer listens, so that its process ends', async () => {
  const { key, cert } = await (await createAuthority('demo')).issue();
  const [port = 0] = await freePorts(1);
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  writeFileSync(files.key, key);
  writeFileSync(files.cert, cert);
  const options = ['--api', 'http://127.0.0.1', '--user', '1', '--receivers', `https://localhost:${port}`];
  const { code, stderr } = await callCommand(['demo', ...options, '--key', files.key, '--cert', files.cert], {});
  expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL')]);
  expect(await connectTo(port)).toBe('ECONNREFUSED');
});
