const { TestEnvironment } = require('jest-environment-node');
const { AppHost } = require('./app-host.cjs');

/** One for all test files of this worker. */
let host;

/**
 * The usual environment, and two things more. It tells the tear-down of a test file whether one of its tests has failed: then logs are
 * worth showing. And it keeps the app host, which outlives the test file.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.openAppHost = () => {
      if (!host) host = new AppHost(config.projectConfig.rootDir, this.global.process.env.TEST_STACK);
      return host;
    };
  }

  /** A file whose apps had an error that nobody handled has failed, even if none of its tests noticed. */
  async teardown() {
    await super.teardown();
    if (!host || host.isRunning) return;
    host = undefined;
    throw new Error('the app host of this test file has ended: see above');
  }

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.global.hasFailedTest = true;
  }
};
