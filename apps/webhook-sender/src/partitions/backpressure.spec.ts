import { beforeEach, describe, expect, it } from '@jest/globals';
import { Backpressure } from './backpressure.service.js';

const MOST = 250;
const RESERVED = 50;

describe('backpressure', () => {
  let nowMs: number;
  let backpressure: Backpressure;

  beforeEach(() => {
    nowMs = 0;
    backpressure = new Backpressure({ steadyMs: () => nowMs }, { partitionOf: (receiverId) => Number(receiverId) });
  });

  it('counts unread attempts in each partition, as of its last fetch', () => {
    backpressure.read(0, 100);
    backpressure.read(1, 50);
    backpressure.read(0, 20);
    expect(backpressure.rooms('events').total).toBe(MOST - 70);
    backpressure.partitionsMoved();
    expect(backpressure.rooms('events').total).toBe(MOST);
  });

  it('counts published attempts until they come back as unread', () => {
    backpressure.published(Array.from({ length: 200 }, () => '0'));
    nowMs = 50;
    expect(backpressure.rooms('events').total).toBe(MOST - 200);
    nowMs = 120;
    expect(backpressure.rooms('events').total).toBe(MOST);
  });

  it('counts queued attempts until they leave their queue', () => {
    [0, 0, 300].forEach((readMs) => backpressure.queued(readMs));
    nowMs = 300;
    expect(backpressure.rooms('events').total).toBe(MOST - 3);
    backpressure.left(0);
    expect(backpressure.rooms('events').total).toBe(MOST - 2);
  });

  it('soon stops counting attempts that wait for a slow receiver', () => {
    for (let count = 0; count < MOST; count++) backpressure.queued(0);
    expect(backpressure.rooms('events').total).toBe(0);
    nowMs = 1_100;
    expect(backpressure.rooms('events').total).toBe(MOST);
    backpressure.left(0); // late, and no longer counted
    expect(backpressure.rooms('events').total).toBe(MOST);
  });

  it('has room for an event only as a whole', () => {
    backpressure.read(0, MOST - 100);
    const of = (count: number): string[] => Array.from({ length: count }, () => '0');
    const rooms = backpressure.rooms('events');
    expect([rooms.isOpenTo(of(100)), rooms.isOpenTo(of(101))]).toEqual([true, false]);
    rooms.take(of(60));
    expect([rooms.isOpenTo(of(40)), rooms.isOpenTo(of(41))]).toEqual([true, false]);
  });

  it('keeps some room for events; due retries may fill the rest', () => {
    backpressure.read(0, MOST - RESERVED);
    expect([backpressure.rooms('events').total, backpressure.rooms('retries').total]).toEqual([RESERVED, 0]);
  });
});
