const { Agent, setGlobalDispatcher } = require('undici');
const RecordingEnvironment = require('../../scripts/changed/environment.cjs');
const { noteCommand, noteStart } = require('../../scripts/changed/recorder.mjs');
const { AppHost } = require('./app-host.cjs');

// `fetch` opens a connection for each request: a server may close an idle connection at the moment that a test reuses it.
setGlobalDispatcher(new Agent({ pipelining: 0 }));

/** One host for all test files of this worker. */
let host;
const HOST_ENDED = 'the app host of this test file has ended: see above';

/**
 * The environment of all test files, with three additions. It tells the tear-down of a test file whether a test has failed, because only
 * then are logs worth showing. It keeps the app host, which outlives the test file. It fails the test file when one of its apps has ended
 * without a request.
 */
module.exports = class extends RecordingEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.openAppHost = () => {
      if (!host) host = new AppHost(config.projectConfig.rootDir, this.global.process.env.TEST_STACK);
      return recording(host, config.projectConfig.rootDir);
    };
  }

  /** The app host can also end during the tear-down of the test file. */
  async teardown() {
    await super.teardown();
    if (takeEndedHost()) throw new Error(HOST_ENDED);
  }

  handleTestEvent(event, state) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.global.hasFailedTest = true;
    // The message without a stack: the stack would point to this file.
    if (event.name === 'run_finish')
      state.unhandledErrors.push(...this.undeclaredEnds().map((words) => Object.assign(new Error(words), { stack: words })));
    super.handleTestEvent(event, state);
  }

  undeclaredEnds() {
    const ends = this.global.undeclaredEnds?.() ?? [];
    // No app is left that could report the end.
    return takeEndedHost()?.hostedAtEnd === 0 ? [...ends, HOST_ENDED] : ends;
  }
};

/** Wraps the host for one test file: it records what the file starts, as for separate processes. */
function recording(running, cwd) {
  const ask = (request, onEnded) => {
    const { kind, name, argv = [], env } = request;
    if (kind === 'command') noteCommand(argv[0]);
    const app = kind === 'start' ? [`dist/apps/${name}/src/${name}.app.js`] : [];
    noteStart(['dist/test/support/app-host.main.js', ...app, ...argv], { env, cwd });
    return running.ask(request, onEnded);
  };
  return { pid: running.pid, ask };
}

/** Returns the host if it has ended, and forgets it: the next test file gets a new host. */
function takeEndedHost() {
  if (!host || host.isRunning) return undefined;
  const ended = host;
  host = undefined;
  return ended;
}
