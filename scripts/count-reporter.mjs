import { writeFileSync } from 'node:fs';

const MOST_SLOW = 10;

/**
 * Writes the numbers of passed and failed tests and the slowest files to the file TEST_COUNTS, as JSON. jest's own report (`--json`) fails on an
 * error with a circular reference.
 */
export default class CountReporter {
  onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ file: testFilePath, ms: perfStats.runtime }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, MOST_SLOW);
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, slowest }));
  }
}
