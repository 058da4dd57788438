import { describe, expect, it } from '@jest/globals';
import { SendPermissions } from './send-permissions.js';

function permissions(): { permissions: SendPermissions; sure: { is: boolean }; assign: () => string[] } {
  const made = new SendPermissions();
  const sure = { is: true };
  const assign = (): string[] => made.onPartitionsAssigned(() => sure.is);
  assign();
  return { permissions: made, sure, assign };
}

describe('a permission', () => {
  it('is good at once while the group answers', async () => {
    expect(await permissions().permissions.for('a').take()).toBe(true);
  });

  it('waits while the group does not answer, and is good when it answers again and nothing has moved', async () => {
    const { permissions: closed, sure } = permissions();
    sure.is = false;
    const taken = closed.for('a').take();
    sure.is = true;
    expect(await taken).toBe(true);
  });

  it('of before is void when partitions have come, be it asked for during the wait or later', async () => {
    const { permissions: closed, sure, assign } = permissions();
    const [waiting, late] = [closed.for('waiting'), closed.for('late')];
    sure.is = false;
    const taken = waiting.take();
    expect(assign().toSorted()).toEqual(['late', 'waiting']);
    sure.is = true;
    expect([await taken, await late.take(), await closed.for('new').take()]).toEqual([false, false, true]);
  });

  it('that was used is no longer among the unsent, until it is given back', async () => {
    const { permissions: open, assign } = permissions();
    const [used, returned] = [open.for('used'), open.for('returned')];
    await Promise.all([used.take(), returned.take()]);
    returned.giveBack();
    expect(assign()).toEqual(['returned']);
  });

  it('that was in use when partitions came is good for another try: its message, come again, waits for it', async () => {
    const { permissions: open, assign } = permissions();
    const used = open.for('used');
    await used.take();
    expect(assign()).toEqual([]);
    used.giveBack();
    expect(await used.take()).toBe(true);
  });

  it('is void once the attempt is left to others for another reason', async () => {
    const { permissions: open } = permissions();
    let mayBegin = true;
    const permission = open.for('a', () => mayBegin);
    expect(await permission.take()).toBe(true);
    permission.giveBack();
    mayBegin = false;
    expect(await permission.take()).toBe(false);
  });

  it('that was given back is not good for another try in a stop, which others can make', async () => {
    const { permissions: open } = permissions();
    const [returned, fresh] = [open.for('returned'), open.for('buffered')];
    await returned.take();
    returned.giveBack();
    open.stop();
    expect([await returned.take(), await fresh.take()]).toEqual([false, true]);
  });

  it('is not waited for in a stop', async () => {
    const { permissions: closed, sure } = permissions();
    sure.is = false;
    const taken = closed.for('a').take();
    closed.stop();
    expect(await taken).toBe(false);
  });
});
