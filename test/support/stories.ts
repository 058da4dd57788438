import { afterAll, beforeAll, it } from '@jest/globals';

type Story = () => Promise<void>;

/**
 * Tests that mostly wait, and do not see each other: all of them begin at once, and each shows its own end.
 * Call once in a test file or `describe`, behind the hooks that the stories need. @returns what stands in place of `it`
 */
export function useStories(): (title: string, tell: Story) => void {
  const stories: Story[] = [];
  let ends: Promise<PromiseSettledResult<void>>[] = [];
  beforeAll(() => {
    ends = stories.map(async (tell) => (await Promise.allSettled([tell()]))[0]);
  });
  // Where one test alone is run (-t), the file waits for the others, too.
  afterAll(async () => void (await Promise.all(ends)));
  return (title, tell) => {
    const place = stories.push(tell) - 1;
    it(title, async () => {
      const end = (await ends[place])!;
      if (end.status === 'rejected') throw end.reason;
    });
  };
}
