import root from '../../jest.config.js';

const [unit] = root.projects;

/** Apart from the others: these tests need helm, which `npm run test:chart` provides. */
export default { ...unit, rootDir: '../..', displayName: 'chart', testMatch: ['<rootDir>/test/chart/**/*.spec.ts'], testTimeout: 60_000 };
