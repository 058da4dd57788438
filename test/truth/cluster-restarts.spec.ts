import { expect, it } from '@jest/globals';
import { restartsIn } from '../cluster/restarts.js';

const pod = (name: string, status: object) => ({
  metadata: { name },
  status: { containerStatuses: [{ name: 'app', restartCount: 0, ...status }] },
});

it('the cluster test detects a container that was restarted, a container about to be restarted, and no other', () => {
  const pods = [
    { metadata: { name: 'not-scheduled' }, status: {} },
    pod('runs', { state: { running: {} } }),
    pod('drained', { state: { terminated: { reason: 'Completed', exitCode: 0 } } }),
    pod('died', { restartCount: 2, state: { running: {} }, lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }),
    pod('stopped-by-itself', { restartCount: 1, state: { running: {} }, lastState: { terminated: { reason: 'Completed', exitCode: 0 } } }),
    pod('just-died', { state: { terminated: { reason: 'Error', exitCode: 1 } } }),
  ];
  expect(restartsIn({ items: pods }).map(({ pod, how }) => `${pod}: ${how}`)).toEqual([
    'died: OOMKilled, exit code 137, started again 2 times',
    'stopped-by-itself: Completed, exit code 0, started again 1 times',
    'just-died: Error, exit code 1, started again 0 times',
  ]);
});
