// npm run bench: one line per scenario. support/run-bench.ts reads the command line and runs the scenarios.
import { backlog } from './scenarios/backlog.js';
import { console_ } from './scenarios/console.js';
import { decide } from './scenarios/decide.js';
import { filters } from './scenarios/filters.js';
import { flood } from './scenarios/flood.js';
import { floor } from './scenarios/floor.js';
import { history } from './scenarios/history.js';
import { httpClients } from './scenarios/http-clients.js';
import { isolation } from './scenarios/isolation.js';
import { lists } from './scenarios/lists.js';
import { quiet } from './scenarios/quiet.js';
import { retries } from './scenarios/retries.js';
import { scaleOut } from './scenarios/scale-out.js';
import { send } from './scenarios/send.js';
import { wholePath } from './scenarios/whole-path.js';
import { runBench } from './support/run-bench.js';

/** In the order in which they run. */
const SCENARIOS = {
  send,
  decide,
  'whole-path': wholePath,
  isolation,
  flood,
  floor,
  quiet,
  filters,
  retries,
  backlog,
  history,
  'scale-out': scaleOut,
  'http-clients': httpClients,
  lists,
  console: console_,
};
/** The scenarios of a run without names: at most ten minutes together. */
const USUAL: readonly string[] = ['send', 'decide', 'whole-path', 'isolation'];

process.exit(await runBench(SCENARIOS, USUAL, process.argv.slice(2)));
