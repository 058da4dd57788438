import { beforeAll, it } from '@jest/globals';

/** Tests that wait most of the time, for a time-out of the product that no machine may reach by chance. All begin at once; each is told under its name. */
export function sideBySide(stories: Readonly<Record<string, () => Promise<void>>>): void {
  const faults = new Map<string, Promise<{ readonly error: unknown } | undefined>>();
  const begin = (story: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> =>
    story().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  beforeAll(() => Object.entries(stories).forEach(([name, story]) => faults.set(name, begin(story))));
  it.each(Object.keys(stories))('%s', async (name) => {
    const fault = await faults.get(name);
    if (fault) throw fault.error;
  });
}
