/**
 * The modules are ES modules, which jest loads with a flag of Node only. The process is replaced by one with that flag, so that
 * `npx jest FILE` and editors need not know it.
 */
const NEEDED = '--experimental-vm-modules';
if (!`${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`.includes(NEEDED)) {
  if (!process.execve) throw new Error(`Node 24 or newer is needed; this is ${process.version}. \`npm test -- FILE\` fetches one.`);
  const flags = [...process.execArgv, NEEDED, '--disable-warning=ExperimentalWarning'];
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], process.env);
}

/** Pure specs lie beside the code; what needs a broker or a database lies in test/ and gets both from the global set-up. */
const common = {
  testEnvironment: '<rootDir>/scripts/changed/environment.cjs',
  moduleFileExtensions: ['js', 'json', 'ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^#libs/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^#libs/([^/]+)/([^/]+)$': '<rootDir>/libs/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache'],
};

const realParts = {
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

export default {
  // More files at a time than two cores: most of them wait for a broker, a database or a clock, and none asserts how fast the machine is.
  maxWorkers: 4,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,packages,examples,scripts,bench}/**/*.spec.ts'] },
    { ...common, displayName: 'truth', testMatch: ['<rootDir>/test/truth/**/*.spec.ts'] },
    { ...common, displayName: 'packages', testMatch: ['<rootDir>/test/packages/**/*.spec.ts'] },
    { ...common, displayName: 'site', testMatch: ['<rootDir>/test/site/**/*.spec.ts'] },
    { ...common, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/**/*.spec.ts'] },
    { ...common, ...realParts, displayName: 'int', testMatch: ['<rootDir>/test/int/**/*.int.spec.ts'] },
    { ...common, ...realParts, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.e2e.spec.ts'] },
    { ...common, ...realParts, displayName: 'image', testMatch: ['<rootDir>/test/image/**/*.spec.ts'] },
    { ...common, ...realParts, displayName: 'long', testMatch: ['<rootDir>/test/long/**/*.long.spec.ts'] },
  ],
  testSequencer: '<rootDir>/scripts/test-sequencer.mjs',
  // For what hangs: no test asserts how fast the machine is.
  testTimeout: 300_000,
};
