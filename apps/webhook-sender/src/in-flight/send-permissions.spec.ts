import { beforeEach, describe, expect, it } from '@jest/globals';
import { SendPermissions } from './send-permissions.js';

describe('a permission', () => {
  let permissions: SendPermissions;
  let nowMs: number;
  /** Whether the group answers. */
  let isSure: boolean;

  beforeEach(() => {
    [nowMs, isSure] = [0, true];
    permissions = new SendPermissions({ steadyMs: () => nowMs });
    assign();
  });

  const assign = (): void => permissions.onPartitionsAssigned(() => isSure);

  it('is valid at once while the group answers', () => {
    expect(permissions.give().take()).toBe(true);
  });

  it('waits while the group does not answer, and is valid when the group answers again and no partition has moved', async () => {
    isSure = false;
    const taken = permissions.give().take();
    isSure = true;
    expect(await taken).toBe(true);
  });

  it('that is older than an assignment is void, whether it waits or is taken later', async () => {
    const [waiting, late] = [permissions.give(), permissions.give()];
    isSure = false;
    const taken = waiting.take();
    assign();
    isSure = true;
    expect([await taken, late.take(), permissions.give().take()]).toEqual([false, false, true]);
  });

  it('that was used is not unsent until it is given back', () => {
    const permission = permissions.give();
    expect(permission.isUnsent).toBe(true);
    void permission.take();
    expect(permission.isUnsent).toBe(false);
    permission.giveBack();
    expect(permission.isUnsent).toBe(true);
    permission.end();
    expect(permission.isUnsent).toBe(false);
  });

  it('stays unsent while it waits for the group', async () => {
    const permission = permissions.give();
    isSure = false;
    const taken = permission.take();
    expect(permission.isUnsent).toBe(true);
    isSure = true;
    await taken;
    expect(permission.isUnsent).toBe(false);
  });

  it('that was in use during an assignment is valid for another try, because its repeated message waits for it', () => {
    const used = permissions.give();
    void used.take();
    assign();
    used.giveBack();
    expect(used.take()).toBe(true);
  });

  it('is void once others may make the attempt from its row, for a second try too', () => {
    const permission = permissions.give();
    permission.beginBy(2_000);
    nowMs = 1_999;
    expect(permission.take()).toBe(true);
    permission.giveBack();
    nowMs = 2_000;
    expect(permission.take()).toBe(false);
  });

  it('that was given back is not valid in a stop: another process can make the attempt', () => {
    const [returned, fresh] = [permissions.give(), permissions.give()];
    void returned.take();
    returned.giveBack();
    permissions.stop();
    expect([returned.take(), fresh.take()]).toEqual([false, true]);
  });

  it('does not wait in a stop', async () => {
    isSure = false;
    const taken = permissions.give().take();
    permissions.stop();
    expect(await taken).toBe(false);
  });
});
