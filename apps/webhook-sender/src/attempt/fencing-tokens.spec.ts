import { describe, expect, it } from '@jest/globals';
import { FencingTokens } from './fencing-tokens.js';

function fencingTokens(): { fencingTokens: FencingTokens; sure: { is: boolean }; assign: () => string[] } {
  const made = new FencingTokens();
  const sure = { is: true };
  const assign = (): string[] => made.onPartitionsAssigned(() => sure.is);
  assign();
  return { fencingTokens: made, sure, assign };
}

describe('a token', () => {
  it('is good at once while the group answers', async () => {
    expect(await fencingTokens().fencingTokens.tokenFor('a').take()).toBe(true);
  });

  it('waits while the group does not answer, and is good when it answers again and nothing has moved', async () => {
    const { fencingTokens: closed, sure } = fencingTokens();
    sure.is = false;
    const taken = closed.tokenFor('a').take();
    sure.is = true;
    expect(await taken).toBe(true);
  });

  it('of before is void when partitions have come, be it asked for during the wait or later', async () => {
    const { fencingTokens: closed, sure, assign } = fencingTokens();
    const [waiting, late] = [closed.tokenFor('waiting'), closed.tokenFor('late')];
    sure.is = false;
    const taken = waiting.take();
    expect(assign().toSorted()).toEqual(['late', 'waiting']);
    sure.is = true;
    expect([await taken, await late.take(), await closed.tokenFor('new').take()]).toEqual([false, false, true]);
  });

  it('that was used is no longer among the unsent, until it is given back', async () => {
    const { fencingTokens: open, assign } = fencingTokens();
    const [used, returned] = [open.tokenFor('used'), open.tokenFor('returned')];
    await Promise.all([used.take(), returned.take()]);
    returned.giveBack();
    expect(assign()).toEqual(['returned']);
  });

  it('that was in use when partitions came is good for another try: its message, come again, waits for it', async () => {
    const { fencingTokens: open, assign } = fencingTokens();
    const used = open.tokenFor('used');
    await used.take();
    expect(assign()).toEqual([]);
    used.giveBack();
    expect(await used.take()).toBe(true);
  });

  it('is void once the attempt is left to others for another reason', async () => {
    const { fencingTokens: open } = fencingTokens();
    let mayBegin = true;
    const token = open.tokenFor('a', () => mayBegin);
    expect(await token.take()).toBe(true);
    token.giveBack();
    mayBegin = false;
    expect(await token.take()).toBe(false);
  });

  it('that was given back is not good for another try in a stop, which others can make', async () => {
    const { fencingTokens: open } = fencingTokens();
    const [returned, fresh] = [open.tokenFor('returned'), open.tokenFor('buffered')];
    await returned.take();
    returned.giveBack();
    open.stop();
    expect([await returned.take(), await fresh.take()]).toEqual([false, true]);
  });

  it('is not waited for in a stop', async () => {
    const { fencingTokens: closed, sure } = fencingTokens();
    sure.is = false;
    const taken = closed.tokenFor('a').take();
    closed.stop();
    expect(await taken).toBe(false);
  });
});
