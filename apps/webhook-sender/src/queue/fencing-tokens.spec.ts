import { describe, expect, it } from '@jest/globals';
import { Fence } from './fencing-tokens.service.js';

function fence(): { fence: Fence; sure: { is: boolean } } {
  const made = new Fence();
  const sure = { is: true };
  made.follow(() => sure.is);
  return { fence: made, sure };
}

describe('a pass', () => {
  it('is good at once while the group answers', async () => {
    expect(await fence().fence.passFor('a').take()).toBe(true);
  });

  it('waits while the group does not answer, and is good when it answers again and nothing has moved', async () => {
    const { fence: closed, sure } = fence();
    sure.is = false;
    const taken = closed.passFor('a').take();
    sure.is = true;
    expect(await taken).toBe(true);
  });

  it('of before is void when partitions have come, be it asked for during the wait or later', async () => {
    const { fence: closed, sure } = fence();
    const [waiting, late] = [closed.passFor('waiting'), closed.passFor('late')];
    sure.is = false;
    const taken = waiting.take();
    expect(closed.joined().toSorted()).toEqual(['late', 'waiting']);
    sure.is = true;
    expect([await taken, await late.take(), await closed.passFor('new').take()]).toEqual([false, false, true]);
  });

  it('that was used is no longer among the unsent, until it is given back', async () => {
    const { fence: open } = fence();
    const [used, returned] = [open.passFor('used'), open.passFor('returned')];
    await Promise.all([used.take(), returned.take()]);
    returned.giveBack();
    expect(open.joined()).toEqual(['returned']);
  });

  it('that was in use when partitions came is good for another try: its message, come again, waits for it', async () => {
    const { fence: open } = fence();
    const used = open.passFor('used');
    await used.take();
    expect(open.joined()).toEqual([]);
    used.giveBack();
    expect(await used.take()).toBe(true);
  });

  it('is void once the attempt is left to others for another reason', async () => {
    const { fence: open } = fence();
    let mayBegin = true;
    const pass = open.passFor('a', () => mayBegin);
    expect(await pass.take()).toBe(true);
    pass.giveBack();
    mayBegin = false;
    expect(await pass.take()).toBe(false);
  });

  it('that was given back is not good for another try in a stop, which others can make', async () => {
    const { fence: open } = fence();
    const [returned, fresh] = [open.passFor('returned'), open.passFor('fresh')];
    await returned.take();
    returned.giveBack();
    open.stop();
    expect([await returned.take(), await fresh.take()]).toEqual([false, true]);
  });

  it('is not waited for in a stop', async () => {
    const { fence: closed, sure } = fence();
    sure.is = false;
    const taken = closed.passFor('a').take();
    closed.stop();
    expect(await taken).toBe(false);
  });
});
