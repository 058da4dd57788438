import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withStack } from './bench-stack.js';
import { type CpuProfile, summarise } from './cpu-profile.js';
import { report, resultPath } from './report.js';
import type { Scenarios } from './scenario.js';

/** Measures one scenario in this process, over a stack of its own. @returns the exit code */
export async function runScenario(scenarios: Scenarios, name: string, isProfiled: boolean): Promise<number> {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!scenario) throw new Error(`no scenario is called ${name}`);
  console.log(`\n=== ${name}: ${scenario.what}`);
  const profileTo = isProfiled ? emptyFolder(resultPath(name, 'profiles')) : undefined;
  try {
    const result = scenario.isBare
      ? await scenario.run()
      : await withStack((stack) => scenario.run(stack), { profileTo, runsLong: scenario.runsLong });
    report(name, result);
    return 0;
  } catch (error) {
    process.stderr.write(`\n${name} is broken: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  } finally {
    if (profileTo !== undefined) summariseProfiles(name, profileTo);
  }
}

function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Node writes a profile when its process ends by itself: those of apps that were killed are missing. */
function summariseProfiles(name: string, folder: string): void {
  const ending = '.cpuprofile';
  for (const file of readdirSync(folder).filter((each) => each.endsWith(ending))) {
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
    const path = resultPath(name, `${file.slice(0, -ending.length)}.profile.txt`);
    writeFileSync(path, `${summarise(profile)}\n`);
    console.log(path);
  }
}
