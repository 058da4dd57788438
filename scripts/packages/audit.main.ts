// Asks the registry for known vulnerabilities of the production packages. Some registries do not answer: then CI says so and continues.
import { spawnSync } from 'node:child_process';
import { judgeAudit } from './audit.js';

const LIMIT_MS = 60_000;
const ARGUMENTS = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];

const { stdout, error } = spawnSync('npm', ARGUMENTS, { encoding: 'utf8', timeout: LIMIT_MS });
const verdict = judgeAudit(stdout || (error?.message ?? ''));
if (verdict.kind === 'unanswered') {
  process.stdout.write(`NOT CHECKED: the registry does not answer npm audit (${verdict.reason}). Run it with a registry that does.\n`);
} else {
  const { worst, others } = verdict;
  for (const line of [...worst, ...others]) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `production packages: ${worst.length} vulnerabilities of high or critical severity, ${others.length} of lower severity\n`,
  );
  process.exitCode = worst.length === 0 ? 0 : 1;
}
