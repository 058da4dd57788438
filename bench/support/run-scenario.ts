import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from './bench-options.js';
import { withStack } from './bench-stack.js';
import { type CpuProfile, summarise } from './cpu-profile.js';
import { report, resultPath } from './report.js';
import { runOutside } from './run-outside.js';
import type { Result, Scenarios } from './scenario.js';

/**
 * Measures one scenario in this process, with its own stack.
 * @returns the exit code
 */
export async function runScenario(scenarios: Scenarios, name: string, options: RunOptions): Promise<number> {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!scenario) throw new Error(`no scenario is called ${name}`);
  console.log(`\n=== ${name}: ${scenario.what}`);
  const profileTo = options.isProfiled ? emptyFolder(resultPath(name, 'profiles')) : undefined;
  try {
    report(name, await measure(scenario, options, profileTo));
    return 0;
  } catch (error) {
    process.stderr.write(`\n${name} is broken: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  } finally {
    if (profileTo !== undefined) summariseProfiles(name, profileTo);
  }
}

function measure(scenario: Scenarios[string], options: RunOptions, profileTo: string | undefined): Promise<Result> {
  const { what, outside } = scenario;
  if (outside && (options.against !== undefined || !scenario.run)) return runOutside({ what, outside }, { options, profileTo });
  if (scenario.isBare) return scenario.run();
  return withStack((stack) => scenario.run(stack), { profileTo, runsLong: scenario.runsLong });
}

function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Summarises the profiles. Node writes a profile only when its process ends by itself: killed apps have none. */
function summariseProfiles(name: string, folder: string): void {
  const ending = '.cpuprofile';
  for (const file of readdirSync(folder).filter((each) => each.endsWith(ending))) {
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
    const path = resultPath(name, `${file.slice(0, -ending.length)}.profile.txt`);
    writeFileSync(path, `${summarise(profile)}\n`);
    console.log(path);
  }
}
