import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/**
 * Prepares the clone and runs jest; what stands behind `npm test --` goes to jest. Exit code = jest's.
 * Two files at a time: most of them wait for a broker, a database or a clock, and none asserts how fast the machine is.
 */
await runMain(async () => {
  await prepare();
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, '--maxWorkers=2', ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  process.on('SIGINT', () => undefined); // the terminal tells jest too; it ends first and we answer with its code
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
});
