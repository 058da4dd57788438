import { beforeEach, describe, expect, it } from '@jest/globals';
import { OwnedPartition } from '../partitions/owned-partition.js';
import type { Ownership } from '../partitions/ownership.service.js';
import { TIMEOUTS_TO_OPEN } from './circuit-breaker.js';
import type { Queue, QueuedAttempt } from './queued-attempt.js';
import { ReceiverQueues } from './receiver-queues.service.js';

const SETTINGS = { maxInFlightPerReceiver: 32, probeIntervalMs: 30_000 };

/** An attempt with the fields that its queue uses. */
const attempt = (consignmentId = 'c'): QueuedAttempt =>
  ({ consignmentId, isRetry: false, isStored: false, isLastChance: false }) as QueuedAttempt;

describe('the queues of the receivers', () => {
  /** The owned partitions by number, as last claimed. */
  let owned: Map<number, OwnedPartition>;
  let queues: ReceiverQueues;

  beforeEach(() => {
    const ownership: Pick<Ownership, 'ownedPartitionOf' | 'claimedPartitions'> = {
      ownedPartitionOf: (receiverId) => owned.get(partitionOf(receiverId)),
      get claimedPartitions() {
        return owned;
      },
    };
    queues = new ReceiverQueues(ownership as Ownership, SETTINGS);
    claim(new OwnedPartition(0, 1, 0), new OwnedPartition(1, 1, 0));
  });

  /** Receiver `2-a` lives in partition 2. */
  const partitionOf = (receiverId: string): number => Number(receiverId.split('-')[0]);
  const of = (receiverId: string): Queue | undefined => queues.of({ receiverId, account: 1 });
  const receivers = (): string[] => [...queues.all()].map(({ receiverId }) => receiverId);

  /** @param inFlight see `claimed` */
  function claimWith(inFlight: readonly Queue[], ...partitions: readonly OwnedPartition[]): ReturnType<ReceiverQueues['claimed']> {
    owned = new Map(partitions.map((partition) => [partition.partition, partition]));
    return queues.claimed(inFlight);
  }
  const claim = (...partitions: readonly OwnedPartition[]): ReturnType<ReceiverQueues['claimed']> => claimWith([], ...partitions);

  /** Begins an attempt that is in flight and not recorded. */
  function begin(queue: Queue): QueuedAttempt {
    const begun = attempt();
    queue.add(begun);
    queue.start(0);
    queue.unrecorded += 1;
    return begun;
  }

  function open(queue: Queue): void {
    for (let count = 0; count < TIMEOUTS_TO_OPEN; count++) {
      queue.add(attempt());
      queue.ended(queue.start(0)!, { sign: 'timeout' }, 0);
    }
  }

  it('are made when first needed, one per receiver', () => {
    expect(receivers()).toEqual([]);
    const [first, other] = [of('0-a')!, of('1-a')!];
    expect([of('0-a'), of('1-a')]).toEqual([first, other]);
    expect(first).not.toBe(other);
    expect([first.receiverId, first.account, first.partition]).toEqual(['0-a', 1, owned.get(0)]);
    expect(receivers()).toEqual(['0-a', '1-a']);
  });

  it('do not exist when another process owns the receiver', () => {
    expect(of('2-a')).toBeUndefined();
    expect(receivers()).toEqual([]);
  });

  it('do not exist in a partition that is claimed but not yet taken over', () => {
    owned.set(2, new OwnedPartition(2, 1, 0));
    expect(of('2-a')).toBeUndefined();
    queues.claimed([]);
    expect(of('2-a')?.receiverId).toBe('2-a');
  });

  it('count open circuits', () => {
    [of('0-a')!, of('1-a')!].forEach(open);
    of('1-b');
    expect(queues.openCircuits).toBe(2);
  });

  describe('when partitions are claimed', () => {
    it('go on with all that they remember when nobody else has owned the partition', () => {
      const queue = of('0-a')!;
      open(queue);
      const [zero, one] = [owned.get(0)!, owned.get(1)!];
      const two = new OwnedPartition(2, 1, 0);
      const { goOn, returned } = claim(zero, one, two);
      expect([goOn, returned]).toEqual([new Set([zero, one]), []]);
      expect(of('0-a')).toBe(queue);
      expect(queue.isOpen).toBe(true);
    });

    it('go on when the claim is repeated', () => {
      const queue = of('0-a')!;
      claim(...owned.values());
      expect(of('0-a')).toBe(queue);
    });

    it('are dropped when another process owns the partition', () => {
      of('0-a');
      const [zero, one] = [owned.get(0)!, owned.get(1)!];
      of('1-a');
      expect(claim(one).goOn).toEqual(new Set([one]));
      expect([queues.owns(zero), queues.owns(one)]).toEqual([false, true]);
      expect([receivers(), of('0-a')]).toEqual([['1-a'], undefined]);
    });

    it('are new when others have owned the partition meanwhile', () => {
      const [before, former] = [of('0-a')!, owned.get(0)!];
      const again = new OwnedPartition(0, 3, 0);
      expect(claim(again).goOn).toEqual(new Set());
      expect([queues.owns(former), queues.owns(again)]).toEqual([false, true]);
      expect(receivers()).toEqual([]);
      const after = of('0-a')!;
      expect(after).not.toBe(before);
      expect(after.partition).toBe(again);
    });

    it('return with their attempts in flight, each once, and still hold back those consignments', () => {
      const [inFlight, other] = [of('0-a')!, of('0-b')!];
      begin(inFlight);
      const again = new OwnedPartition(0, 3, 0);
      const { returned } = claimWith([inFlight, inFlight], again);
      expect(returned).toEqual([inFlight]);
      expect([of('0-a'), inFlight.partition]).toEqual([inFlight, again]);
      expect(of('0-b')).not.toBe(other);
      inFlight.add(attempt());
      expect(inFlight.next).toBeUndefined();
    });

    it('return when their partition comes back later', () => {
      const inFlight = of('0-a')!;
      begin(inFlight);
      expect(claimWith([inFlight], owned.get(1)!).returned).toEqual([]);
      expect(of('0-a')).toBeUndefined();
      expect(claimWith([inFlight], owned.get(1)!, new OwnedPartition(0, 3, 0)).returned).toEqual([inFlight]);
      expect(of('0-a')).toBe(inFlight);
    });

    it('do not return when they go on', () => {
      const inFlight = of('0-a')!;
      begin(inFlight);
      expect(claimWith([inFlight], ...owned.values()).returned).toEqual([]);
      expect(of('0-a')).toBe(inFlight);
    });
  });

  describe('in the long run', () => {
    it('are removed when they have nothing left, and the others stay', () => {
      const busy = ['0-waits', '0-in-flight', '1-open', '1-rows'].map((receiverId) => of(receiverId)!);
      busy[0]!.add(attempt());
      const begun = begin(busy[1]!);
      open(busy[2]!);
      busy[3]!.rows.isAny = true;
      of('0-idle');
      of('1-idle');
      queues.tidy(0);
      expect(receivers()).toEqual(['0-waits', '0-in-flight', '1-open', '1-rows']);
      expect(busy.map(({ receiverId }) => of(receiverId))).toEqual(busy);

      busy[0]!.evict('all');
      busy[1]!.ended(begun, { sign: 'answered' }, 0);
      busy[2]!.forget();
      busy[3]!.rows.isAny = false;
      queues.tidy(0);
      expect(receivers()).toEqual(['0-in-flight']); // its attempt is not recorded yet
      busy[1]!.unrecorded -= 1;
      queues.tidy(0);
      expect(receivers()).toEqual([]);
    });

    it('keep nothing of 50,000 receivers that come and go', () => {
      let most = 0;
      for (let index = 0; index < 50_000; index++) {
        const queue = of(`${index % 2}-${index}`)!;
        queue.limit({ maxPerSecond: 50, maxInFlight: 9 }, index);
        queue.add(attempt());
        const end = queue.rows.write();
        queue.ended(queue.start(index)!, { sign: 'answered', hold: { forMs: 600, httpStatus: 429 } }, index);
        end();
        queue.rows.emptied(queue.rows.mark);
        if (index % 1_000 === 0) queues.tidy(index);
        most = Math.max(most, index % 1_000 === 999 ? receivers().length : 0);
      }
      expect(most).toBeLessThan(2_000);
      queues.tidy(51_000);
      expect(receivers()).toEqual([]);
    });
  });
});
