const { Agent, setGlobalDispatcher } = require('undici');
const RecordingEnvironment = require('../../scripts/changed/environment.cjs');
const { noteCommand, noteStart } = require('../../scripts/changed/recorder.mjs');
const { AppHost } = require('./app-host.cjs');

// `fetch` opens a connection for each request: a server may close an idle one at the moment that a test uses it again.
setGlobalDispatcher(new Agent({ pipelining: 0 }));

/** One for all test files of this worker. */
let host;
const HOST_ENDED = 'the app host of this test file has ended: see above';

/**
 * The environment of all test files, and three things more. It tells the tear-down of a test file whether one of its tests has failed: then logs are
 * worth showing. It keeps the app host, which outlives the test file. And it fails the test file when an app of it has ended without being asked.
 */
module.exports = class extends RecordingEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.openAppHost = () => {
      if (!host) host = new AppHost(config.projectConfig.rootDir, this.global.process.env.TEST_STACK);
      return recording(host, config.projectConfig.rootDir);
    };
  }

  /** The app host can also end while the test file is taken down. */
  async teardown() {
    await super.teardown();
    if (takeEndedHost()) throw new Error(HOST_ENDED);
  }

  handleTestEvent(event, state) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.global.hasFailedTest = true;
    // The words alone: the stack would be that of this file.
    if (event.name === 'run_finish')
      state.unhandledErrors.push(...this.undeclaredEnds().map((words) => Object.assign(new Error(words), { stack: words })));
    super.handleTestEvent(event, state);
  }

  undeclaredEnds() {
    const ends = this.global.undeclaredEnds?.() ?? [];
    // no app is left to tell of it
    return takeEndedHost()?.hostedAtEnd === 0 ? [...ends, HOST_ENDED] : ends;
  }
};

/** The host for one test file: what the file starts in it is noted, as if it were a process. */
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

/** The host, where it has ended: the next test file gets another. */
function takeEndedHost() {
  if (!host || host.isRunning) return undefined;
  const ended = host;
  host = undefined;
  return ended;
}
