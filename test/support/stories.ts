import { format } from 'node:util';
import { beforeAll, it } from '@jest/globals';

export interface Stories {
  (title: string, tell: () => Promise<void>): void;
  /** Works as `it.each`; each row fills the placeholders (`%s`) of the title, starting with its first value. */
  each: <Row extends readonly [unknown, ...unknown[]]>(
    rows: readonly Row[],
  ) => (title: string, tell: (...row: [...Row]) => Promise<void>) => void;
}

declare global {
  /** True = the run selects tests by their titles (`-t`). environment.cjs sets it. */
  var selectsByTitle: boolean;
}

/**
 * Tests that mostly wait and do not affect each other: all begin at once, and each reports its own result. When tests are selected by title,
 * only the selected ones run, one after the other. Call it once in a test file or `describe`, after the hooks that the stories need.
 * @returns a function to use in place of `it`
 */
export function useStories(): Stories {
  const stories: (() => Promise<void>)[] = [];
  let ends: Promise<PromiseSettledResult<void>>[] = [];
  beforeAll(() => {
    if (!selectsByTitle) ends = stories.map(async (tell) => (await Promise.allSettled([tell()]))[0]);
  });
  const story = (title: string, tell: () => Promise<void>): void => {
    const place = stories.push(tell) - 1;
    it.each([title])('%s', async () => {
      if (selectsByTitle) return tell();
      const end = (await ends[place])!;
      if (end.status === 'rejected') throw end.reason;
    });
  };
  const each: Stories['each'] = (rows) => (title, tell) => {
    const places = title.match(/%[sj]/g)?.length ?? 0;
    for (const row of rows) story(format(title, ...row.slice(0, places)), () => tell(...row));
  };
  return Object.assign(story, { each });
}
