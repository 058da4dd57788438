import { setTimeout as pause } from 'node:timers/promises';
import { GROUPS } from '../cluster/groups.js';
import type { FaultKind } from './fault.js';

const brokers = { touches: ['brokers'], mayRepeat: true } as const;

export const killBroker: FaultKind = {
  name: 'kill-broker',
  draw: (dice, { lastsMs }) => {
    const index = dice.int(0, 2);
    return {
      ...brokers,
      what: `kill -9 of broker ${index + 1}, down for ${lastsMs / 1000} s`,
      lastsMs,
      run: async ({ brokers: { nodes } }) => {
        await nodes[index]!.kill();
        await pause(lastsMs);
        await nodes[index]!.start();
      },
    };
  },
};

export const restartBroker: FaultKind = {
  name: 'restart-broker',
  draw: (dice) => {
    const index = dice.int(0, 2);
    return {
      ...brokers,
      what: `clean restart of broker ${index + 1}`,
      lastsMs: 3_000,
      run: async ({ brokers: { nodes } }) => {
        await nodes[index]!.stop();
        await nodes[index]!.start();
      },
    };
  },
};

export const pauseBroker: FaultKind = {
  name: 'pause-broker',
  draw: (dice, { stillMs }) => {
    const index = dice.int(0, 2);
    return {
      ...brokers,
      what: `SIGSTOP of broker ${index + 1} for ${stillMs / 1000} s`,
      lastsMs: stillMs,
      run: async ({ brokers: { nodes } }) => {
        nodes[index]!.pause();
        await pause(stillMs);
        nodes[index]!.resume();
      },
    };
  },
};

/** Returns the broker that a group depends on at the moment. */
export const coordinator: FaultKind = {
  name: 'coordinator',
  draw: (dice, { lastsMs, stillMs }) => {
    const group = dice.pick(GROUPS);
    const isPaused = dice.chance(0.5);
    const forMs = isPaused ? stillMs : lastsMs;
    return {
      ...brokers,
      what: `${isPaused ? 'SIGSTOP' : 'kill -9'} of the broker that coordinates ${group}, for ${forMs / 1000} s`,
      lastsMs: forMs,
      run: async ({ brokers: cluster, topicPrefix }) => {
        const node = await cluster.coordinatorOf(topicPrefix + group);
        if (isPaused) node.pause();
        else await node.kill();
        await pause(forMs);
        if (isPaused) node.resume();
        else await node.start();
      },
    };
  },
};

/** Takes two of three brokers away: without a majority nothing can be written. */
export const twoBrokers: FaultKind = {
  name: 'two-brokers',
  draw: (dice, { lastsMs, stillMs }) => {
    const spared = dice.int(0, 2);
    const isPaused = dice.chance(0.5);
    const forMs = isPaused ? stillMs : lastsMs;
    return {
      ...brokers,
      what: `${isPaused ? 'SIGSTOP' : 'kill -9'} of two of three brokers (not ${spared + 1}) for ${forMs / 1000} s`,
      lastsMs: forMs,
      run: async ({ brokers: { nodes } }) => {
        const two = nodes.filter((_, index) => index !== spared);
        if (isPaused) two.forEach((node) => node.pause());
        else await Promise.all(two.map((node) => node.kill()));
        await pause(forMs);
        if (isPaused) two.forEach((node) => node.resume());
        else await Promise.all(two.map((node) => node.start()));
      },
    };
  },
};
