// A page in each look that a person may choose, and what it fails there by WCAG 2.2 AA.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { NARROW, type Person, untilAtRest, WIDE } from './console.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The only rules that read colours. Another colour scheme changes nothing else: the elements and their places stay. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What of the page breaks WCAG 2.2 AA, as far as a program can tell. @param rules instead of all */
export async function violationsOf(page: Page, rules: readonly string[] = ALL_RULES): Promise<string[]> {
  // evaluate() runs outside the policy of the page, which lets no foreign script in
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`(() => { ${AXE} })()`);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], selectors: false });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Narrow pages show elements that wide ones hide, and lay out all others anew: all rules hold there again. */
const LOOKS = [
  { look: 'light', viewport: WIDE, colorScheme: 'light', rules: ALL_RULES },
  { look: 'dark', viewport: WIDE, colorScheme: 'dark', rules: COLOUR_RULES },
  { look: 'narrow', viewport: NARROW, colorScheme: 'light', rules: ALL_RULES },
] as const;

/** What is wrong with views, in each look: they are not drawn, scroll sideways, or break a rule. They follow each other in one page, as for a person. */
export async function faultsOf(person: Person, views: readonly string[]): Promise<string[]> {
  const { page } = person;
  const faults: string[] = [];
  await page.mouse.move(0, 0); // nothing is drawn as hovered
  for (const { look, viewport, colorScheme, rules } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const drawn = new Map<string, string>();
    for (const view of views) {
      await goTo(person, view);
      const found = await violationsOf(page, rules);
      if (await isTooWide(page)) found.push('it scrolls sideways');
      const title = await titleOf(page);
      if (drawn.has(title)) found.push(`it is drawn as ${drawn.get(title)}: ${title}`);
      drawn.set(title, view);
      faults.push(...found.map((fault) => `${look}, ${view}: ${fault}`));
    }
  }
  return faults;
}

/** Colours may move to those of the look. What moves for ever, as the sign of something that loads, is left out. */
const UNTIL_STILL = `Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished))`;

/** As a link does: the page goes on to the view without being loaded again. */
async function goTo(person: Person, view: string): Promise<void> {
  await person.page.evaluate(`history.pushState({}, '', new URL(${JSON.stringify(view)}, document.baseURI).href)`);
  await untilAtRest(person);
  await person.page.evaluate(UNTIL_STILL);
}

/** No two views have the same heading and the same tab. */
const titleOf = async (page: Page): Promise<string> => {
  const [heading, tabs] = [page.getByRole('heading', { level: 1 }), page.getByRole('tab', { selected: true })];
  return [...(await heading.allTextContents()), ...(await tabs.allTextContents())].join(', ');
};

/** Whether the page scrolls sideways as a whole. */
const isTooWide = (page: Page): Promise<boolean> => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
