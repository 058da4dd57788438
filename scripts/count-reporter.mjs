import { writeFileSync } from 'node:fs';

const MOST_SLOW = 10;

/** Writes to the file TEST_COUNTS how many tests have passed and failed, and which files took longest, as JSON. jest's own report (`--json`) breaks off at an error that refers to itself. */
export default class CountReporter {
  onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ file: testFilePath, ms: perfStats.runtime }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, MOST_SLOW);
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, slowest }));
  }
}
