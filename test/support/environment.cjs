const { TestEnvironment } = require('jest-environment-node');

/** The usual environment, which also tells the tear-down of a test file whether one of its tests has failed: then logs are worth showing. */
module.exports = class extends TestEnvironment {
  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.global.hasFailedTest = true;
  }
};
