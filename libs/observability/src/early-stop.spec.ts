import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

describe('the early stop, which the image imports first', () => {
  const [, early = ''] = /--import=\/app\/(\S+\.js)/.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];

  it('ends a program on SIGTERM, which the first process of a container would ignore otherwise', async () => {
    const program = 'process.stdout.write("up"); setInterval(() => undefined, 1000)';
    const child = spawn(process.execPath, ['--import', join(ROOT, early), '--input-type=module', '-e', program]);
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${early} is not built: npm run build`))),
    ]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
  });
});
