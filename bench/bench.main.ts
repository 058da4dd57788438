// Runs one scenario over a stack of its own. The names: see bench/scenarios.
import { isolation } from './scenarios/isolation.js';
import { lists } from './scenarios/lists.js';
import { withStack } from './support/bench-stack.js';
import { report } from './support/report.js';
import type { Scenario } from './support/scenario.js';

const SCENARIOS: Readonly<Record<string, Scenario>> = { isolation, lists };

const [name = ''] = process.argv.slice(2);
const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
if (!scenario) {
  const list = Object.entries(SCENARIOS).map(([each, { what }]) => `  ${each.padEnd(14)} ${what}`);
  process.stderr.write(
    `unknown measurement: ${name}; there are:\n  http-clients   four HTTP clients over the same sink\n${list.join('\n')}\n`,
  );
  process.exit(2);
}
console.log(`${name}: ${scenario.what}`);
report(name, await withStack((stack) => scenario.run(stack)));
process.exit();
