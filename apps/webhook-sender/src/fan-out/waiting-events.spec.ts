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

/**
 * Fans out this many events, one after the other.
 * @returns the account of each event
 */
function served(waiting: WaitingEvents<TestEvent>, count: number, deliveriesOf = (_account: number): number => 1): number[] {
  return Array.from({ length: count }, () => {
    const [next] = waiting.next(1, 1);
    waiting.remove(next!, deliveriesOf(next!.account));
    return next!.account;
  });
}

const countOf = (account: number, accounts: readonly number[]): number => accounts.filter((each) => each === account).length;

describe('waiting events', () => {
  it('of one account go in order, as many as asked for', () => {
    const events = many(1, 5);
    const waiting = waitingWith(...events);
    expect([waiting.next(3, 500), waiting.next(9, 2), waiting.next(0, 500)]).toEqual([events.slice(0, 3), events.slice(0, 2), [events[0]]]);
    expect([waiting.count, waiting.bytes]).toEqual([5, 50]);
  });

  it('of another account go next, ahead of a burst', () => {
    const waiting = waitingWith(...many(1, 100));
    served(waiting, 20);
    waiting.add(event(2));
    expect(served(waiting, 2)).toContain(2);
  });

  it('of two accounts take turns by deliveries, not by events', () => {
    const waiting = waitingWith(...many(1, 200), ...many(2, 200));
    const accounts = served(waiting, 110, (account) => (account === 1 ? 10 : 1));
    expect(countOf(2, accounts) / countOf(1, accounts)).toBeCloseTo(10, 0);
  });

  it('of an account with few deliveries go first, and do not wait for room', () => {
    const waiting = waitingWith(...many(1, 100), ...many(2, 5));
    expect(waiting.wanted).toBe(0);
    expect(served(waiting, 6)).toEqual([2, 2, 2, 2, 2, 1]);
    expect(waiting.wanted).toBe(99);
    waiting.add(event(2));
    expect(served(waiting, 2)).toEqual([2, 1]);
  });

  it('that become many deliveries each do not count as few', () => {
    const waiting = waitingWith(...many(1, 100), event(2));
    served(waiting, 1, () => 200);
    waiting.add(event(2));
    expect(waiting.wanted).toBeGreaterThan(0);
    expect(served(waiting, 1)).toEqual([1]);
  });

  it('give an account no credit for idle time', () => {
    const waiting = waitingWith(event(2), ...many(1, 200));
    served(waiting, 100);
    many(2, 100).forEach((each) => waiting.add(each));
    expect(countOf(2, served(waiting, 50))).toBeLessThan(28);
  });

  it('stay until removed, are cleared on demand, and ignore a late removal', () => {
    const events = many(1, 2_500);
    const waiting = waitingWith(...events);
    served(waiting, 1_200);
    expect(waiting.next(1, 1)).toEqual([events[1_200]]);
    waiting.clear();
    waiting.remove(events[1_200]!, 1);
    expect([waiting.count, waiting.bytes, waiting.next(10, 10)]).toEqual([0, 0, []]);
  });
});
