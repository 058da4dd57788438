import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './receiver-address.client.js';

describe('a few at once', () => {
  it('begin; a further one does not, until one of them has ended, well or not', async () => {
    const few = new Semaphore(2);
    const end: { first?: (word: string) => void; second?: (error: Error) => void } = {};
    const begun = [
      few.run(() => new Promise<string>((resolve) => (end.first = resolve)), 'none'),
      few.run(() => new Promise<string>((_, reject) => (end.second = reject)), 'none'),
    ];
    expect(await few.run(() => Promise.resolve('third'), 'none')).toBe('none');
    end.first?.('first');
    expect(await begun[0]).toBe('first');
    expect(await few.run(() => Promise.resolve('fourth'), 'none')).toBe('fourth');
    end.second?.(new Error('no such name'));
    await expect(begun[1]).rejects.toThrow('no such name');
    expect(await Promise.all(['a', 'b'].map((name) => few.run(() => Promise.resolve(name), 'none')))).toEqual(['a', 'b']);
  });
});
