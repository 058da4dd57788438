const { rmSync } = require('node:fs');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { beginRecord, recorded } = require('./recorder.mjs');
const { writeRecord } = require('./records.mjs');

/**
 * The usual environment. It also records what the test file reads in the clone and starts, for `npm test -- --changed`, and removes the
 * file's temporary folders.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.rootDir = config.projectConfig.rootDir;
    this.testFile = path.relative(this.rootDir, context.testPath);
    this.global.selectsByTitle = Boolean(config.globalConfig.testNamePattern);
    this.isWhole = !this.global.selectsByTitle;
    beginRecord();
  }

  /** A process that the file has just killed may still write to a folder while it is removed. */
  async teardown() {
    for (const folder of this.global.temporaryFolders ?? []) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    await super.teardown();
  }

  /** A test file that failed or ran only in part may have read and started less than a full run does. */
  handleTestEvent(event, { hasFocusedTests, unhandledErrors }) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.isWhole = false;
    const isOver = event.name === 'run_finish' && !hasFocusedTests && unhandledErrors.length === 0;
    if (isOver && this.isWhole) writeRecord(this.rootDir, this.testFile, recorded());
  }
};
