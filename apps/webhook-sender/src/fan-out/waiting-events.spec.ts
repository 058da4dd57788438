import { describe, expect, it } from '@jest/globals';
import { type QueuedEvent, WaitingEvents } from './waiting-events.js';

interface TestEvent extends QueuedEvent {
  readonly number: number;
}

let number = 0;
const event = (account: number): TestEvent => ({ account, bytes: 10, number: number++ });
const many = (account: number, count: number): TestEvent[] => Array.from({ length: count }, () => event(account));

function waitingWith(...events: TestEvent[]): WaitingEvents<TestEvent> {
  const waiting = new WaitingEvents<TestEvent>();
  events.forEach((each) => waiting.add(each));
  return waiting;
}

/** Fans out so many events, one after the other. @returns whose they were */
function served(waiting: WaitingEvents<TestEvent>, count: number, deliveriesOf = (_account: number): number => 1): number[] {
  return Array.from({ length: count }, () => {
    const [next] = waiting.next(1, 1);
    waiting.remove(next!, deliveriesOf(next!.account));
    return next!.account;
  });
}

const countOf = (account: number, accounts: readonly number[]): number => accounts.filter((each) => each === account).length;

describe('waiting events', () => {
  it('of one account go in their order, as many as asked for', () => {
    const events = many(1, 5);
    const waiting = waitingWith(...events);
    expect([waiting.next(3, 500), waiting.next(9, 2), waiting.next(0, 500)]).toEqual([events.slice(0, 3), events.slice(0, 2), [events[0]]]);
    expect([waiting.count, waiting.bytes]).toEqual([5, 50]);
  });

  it('of an account behind a burst go next', () => {
    const waiting = waitingWith(...many(1, 100));
    served(waiting, 20);
    waiting.add(event(2));
    expect(served(waiting, 2)).toContain(2);
  });

  it('of two accounts go in turn by their deliveries, not by their number', () => {
    const waiting = waitingWith(...many(1, 200), ...many(2, 200));
    const accounts = served(waiting, 110, (account) => (account === 1 ? 10 : 1));
    expect(countOf(2, accounts) / countOf(1, accounts)).toBeCloseTo(10, 0);
  });

  it('of an account with few deliveries go before all others, and wait for no room', () => {
    const waiting = waitingWith(...many(1, 100), ...many(2, 5));
    expect(waiting.wanted).toBe(0);
    expect(served(waiting, 6)).toEqual([2, 2, 2, 2, 2, 1]);
    expect(waiting.wanted).toBe(99);
    waiting.add(event(2));
    expect(served(waiting, 2)).toEqual([2, 1]);
  });

  it('that become many deliveries each are not few', () => {
    const waiting = waitingWith(...many(1, 100), event(2));
    served(waiting, 1, () => 200);
    waiting.add(event(2));
    expect(waiting.wanted).toBeGreaterThan(0);
    expect(served(waiting, 1)).toEqual([1]);
  });

  it('give an account that was idle no claim to what it did not use', () => {
    const waiting = waitingWith(event(2), ...many(1, 200));
    served(waiting, 100);
    many(2, 100).forEach((each) => waiting.add(each));
    expect(countOf(2, served(waiting, 50))).toBeLessThan(28);
  });

  it('keep what was not removed, forget all on demand, and let a late removal change nothing', () => {
    const events = many(1, 2_500);
    const waiting = waitingWith(...events);
    served(waiting, 1_200);
    expect(waiting.next(1, 1)).toEqual([events[1_200]]);
    waiting.clear();
    waiting.remove(events[1_200]!, 1);
    expect([waiting.count, waiting.bytes, waiting.next(10, 10)]).toEqual([0, 0, []]);
  });
});
