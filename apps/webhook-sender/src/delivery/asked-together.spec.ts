import { describe, expect, it } from '@jest/globals';
import { AskedTogether } from './asked-together.js';

describe('questions asked together', () => {
  it('gather while one statement is under way, and each gets its own answer', async () => {
    const asked: number[][] = [];
    const together = new AskedTogether<number, string>((questions) => {
      asked.push([...questions]);
      return Promise.resolve(questions.map((question) => `to ${question}`));
    });
    expect(await Promise.all([1, 2, 3].map((question) => together.ask(question)))).toEqual(['to 1', 'to 2', 'to 3']);
    expect(asked).toEqual([[1], [2, 3]]);
  });

  it('fail together, and the next are asked anew', async () => {
    let isDown = true;
    const together = new AskedTogether<number, number>((questions) =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(questions),
    );
    const results = await Promise.allSettled([1, 2, 3].map((question) => together.ask(question)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isDown = false;
    expect(await together.ask(4)).toBe(4);
  });
});
