const { default: Sequencer } = require('@jest/test-sequencer');

/** Of a fresh clone jest knows the sizes of the files alone and begins the largest first: this small one takes longest, and would run last, with nothing beside it. */
const LONGEST = 'test/e2e/faults-ledger.e2e.spec.ts';

module.exports = class extends Sequencer {
  async sort(tests) {
    const [longest, others] = [true, false].map((wanted) => tests.filter(({ path }) => path.endsWith(LONGEST) === wanted));
    // oxlint-disable-next-line unicorn/no-array-sort -- jest's own, not that of an array
    return [...longest, ...(await super.sort(others))];
  }
};
