import { appendFileSync } from 'node:fs';
import { keyOf } from './prepare/stress-results.mjs';

/** Appends a line to the file STRESS_RESULTS for each test file that has ended, so that nothing is lost when the run is cut off. */
export default class StressReporter {
  onTestResult({ path }, { perfStats, numFailingTests, testExecError, testResults }) {
    const failures = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    if (testExecError) failures.push(String(testExecError.message).split('\n')[0]);
    const result = { ...keyOf(path), ms: perfStats.runtime, failed: numFailingTests + (testExecError ? 1 : 0), failures };
    appendFileSync(process.env.STRESS_RESULTS, `${JSON.stringify(result)}\n`);
  }
}
