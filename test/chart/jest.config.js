import root from '../../jest.config.js';

const [unit] = root.projects;

/** A project of its own: these tests need helm, which `npm run test:chart` provides. */
export default { ...unit, rootDir: '../..', displayName: 'chart', testMatch: ['<rootDir>/test/chart/**/*.spec.ts'], testTimeout: 60_000 };
