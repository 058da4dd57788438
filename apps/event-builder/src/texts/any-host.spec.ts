// Runs the goldens again on hosts with other zones and languages: dates must not shift, and digits must stay Latin (domain C.1, traps 1 and
// 2).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const GOLDENS = ['apps/event-builder/src/texts/all-catalogues.spec.ts', '--selectProjects=unit', '--runInBand', '--json', '-t', 'golden'];
const ASK = "const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions(); console.log([timeZone, locale.slice(0, 2)].join(' '))";

interface Host {
  readonly TZ?: string;
  readonly LANG?: string;
}

/** Returns what node prints on such a host, without this host's own settings. */
async function printed(host: Host, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: host.LANG, LANGUAGE: host.LANG, UPDATE_GOLDENS: undefined, ...host };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

describe.each<[Host, string]>([
  [{ TZ: 'Pacific/Kiritimati', LANG: 'C.UTF-8' }, 'Pacific/Kiritimati en'],
  [{ TZ: 'America/New_York', LANG: 'C.UTF-8' }, 'America/New_York en'],
  [{ TZ: 'UTC', LANG: 'ar' }, 'UTC ar'],
])('on a host with %j', (host, meant) => {
  it('the host has the intended settings', async () => expect(await printed(host, ['-e', ASK])).toBe(meant));

  it('the goldens and the date rule hold', async () => {
    const outcome = JSON.parse(await printed(host, [...JEST, ...GOLDENS])) as { success: boolean; numPassedTests: number };
    expect(outcome).toMatchObject({ success: true });
    expect(outcome.numPassedTests).toBeGreaterThanOrEqual(26);
  });
});
