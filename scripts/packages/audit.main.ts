// Asks the registry for known weaknesses of the packages of production. Not every registry answers that: then CI says so and goes on.
import { spawnSync } from 'node:child_process';
import { judgeAudit } from './audit.js';

const LIMIT_MS = 60_000;
const ARGUMENTS = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

const { stdout, error } = spawnSync('npm', ARGUMENTS, { encoding: 'utf8', timeout: LIMIT_MS });
const verdict = judgeAudit(stdout || (error?.message ?? ''));
if (verdict.kind === 'unanswered') {
  process.stdout.write(`NOT CHECKED: the registry does not answer npm audit (${verdict.reason}). Run it where one does.\n`);
} else {
  const { worst, others } = verdict;
  for (const line of [...worst, ...others]) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${worst.length} weaknesses of high or critical severity, ${others.length} lower ones, in the packages of production\n`,
  );
  process.exitCode = worst.length === 0 ? 0 : 1;
}
