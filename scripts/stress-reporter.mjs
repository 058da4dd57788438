import { appendFileSync } from 'node:fs';
import { keyOf } from './prepare/stress-results.mjs';

/** Appends a line to the file STRESS_RESULTS after each test file, so that an interrupted run loses nothing. */
export default class StressReporter {
  onTestResult({ path }, { perfStats, numFailingTests, testExecError, testResults }) {
    const failures = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    if (testExecError) failures.push(String(testExecError.message).split('\n')[0]);
    const result = { ...keyOf(path), ms: perfStats.runtime, failed: numFailingTests + (testExecError ? 1 : 0), failures };
    appendFileSync(process.env.STRESS_RESULTS, `${JSON.stringify(result)}\n`);
  }
}
