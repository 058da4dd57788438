import Sequencer from '@jest/test-sequencer';

/** Kinds whose files wait for brokers, databases and pages most of their time, the longest first. */
const WAITING = ['image', 'e2e', 'int'];

/** Files that wait begin first, and files that compute lie evenly between them, so that no core stands still. */
export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const kindOf = ({ context }) => WAITING.indexOf(context.config.displayName?.name);
    const waiting = sorted.filter((test) => kindOf(test) >= 0).toSorted((a, b) => kindOf(a) - kindOf(b));
    return woven(
      waiting,
      sorted.filter((test) => kindOf(test) < 0),
    );
  }
}

/** Both lists in their order, each evenly over the whole. */
function woven(first, second) {
  const placed = [first, second].flatMap((list) => list.map((item, index) => ({ item, place: index / list.length })));
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
