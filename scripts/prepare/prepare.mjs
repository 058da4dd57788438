import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { fetchBrokerJars, hasBrokerJars } from './broker-jars.mjs';
import { build } from './build.mjs';
import { buildConsole } from './console.mjs';
import { installOtherPostgres, installPackages } from './packages.mjs';
import { checkPrerequisites } from './prerequisites.mjs';
import { endAbandonedSteps, PrepareError, say } from './step.mjs';

export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Makes the clone ready to run, in 100 ms when everything is up to date. Several commands of one clone may call it at once: they take turns.
 * - packages; without `page` those that the first webhook needs are enough
 * - the broker, unless KAFKA_BROKERS names one or `broker` is false
 * - compiled code, unless `compile` is false; with `tools` also the programs for tests, measurements and pictures; `types` also checks the types
 * - the console's page, unless `page` is false: then `preparePage` builds it later
 */
export async function prepare({ broker = !process.env.KAFKA_BROKERS, compile = true, tools = false, types = false, page = true } = {}) {
  checkPrerequisites({ broker, brokerCached: hasBrokerJars(ROOT) });
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  await inTurn(async () => {
    endAbandonedSteps();
    await both(installPackages(ROOT, { first: !page }), broker ? fetchBrokerJars(ROOT) : Promise.resolve());
    if (broker) await installOtherPostgres(ROOT);
    if (compile) await build(ROOT, { tools, types, page });
  });
}

/** Installs the other packages and builds the console's page after a `prepare` without it. */
export const preparePage = () =>
  inTurn(async () => {
    await installPackages(ROOT);
    await buildConsole(ROOT);
  });

const inTurn = (work) =>
  withLock(join(ROOT, '.cache', 'prepare.lock'), work, ({ pid }) => say(`waiting for process ${pid}, which is preparing this clone`));

/** Runs `main`. A PrepareError is printed as its message alone, with exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof PrepareError ? error.message : (error.stack ?? error)}\n`);
    process.exit(1);
  }
}

/** Waits for both, even when one fails: the lock must not be released while the other still writes. */
async function both(...works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}
