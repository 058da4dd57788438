/** The steps of .ci/run besides the tests. .github/workflows/pull-request.yml runs the same steps in parallel. */
export const CI_STEPS = [
  { title: 'types', script: 'check', only: 'types' },
  { title: 'lint', script: 'check', only: 'lint' },
  { title: 'format', script: 'check', only: 'format' },
  { title: 'workflows', script: 'check', only: 'workflows' },
  { title: 'build', script: 'build' },
  { title: 'licences', script: 'check:licences' },
  { title: 'audit', script: 'check:audit' },
  { title: 'alert rules', script: 'test:alerts' },
  { title: 'chart', script: 'test:chart' },
];
