// A page in each appearance that a person may choose, with its violations of WCAG 2.2 AA.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { NARROW, type Person, untilAtRest, WIDE } from './console.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** No rule of WCAG, but two regions of one name mislead whoever goes from region to region. */
const MORE_RULES = { 'landmark-unique': { enabled: true } };
/** The only rules that depend on colours. Another colour scheme changes nothing else: elements keep their places. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns the page's violations of WCAG 2.2 AA, as far as a program can detect them. @param rules default: all */
export async function violationsOf(page: Page, rules: readonly string[] = ALL_RULES): Promise<string[]> {
  // evaluate() bypasses the policy of the page, which allows no foreign script.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`(() => { ${AXE} })()`);
  const options = JSON.stringify({
    runOnly: rules,
    ...(rules === ALL_RULES && { rules: MORE_RULES }),
    resultTypes: ['violations'],
    selectors: false,
  });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Narrow pages show elements that wide pages hide, and lay out all others differently: all rules are checked again. */
export const LOOKS = [
  { look: 'light', viewport: WIDE, colorScheme: 'light', rules: ALL_RULES },
  { look: 'dark', viewport: WIDE, colorScheme: 'dark', rules: COLOUR_RULES },
  { look: 'narrow', viewport: NARROW, colorScheme: 'light', rules: ALL_RULES },
] as const;

/**
 * Returns the faults of views in each appearance: they are not drawn, scroll sideways, or break a rule. The views follow each other in one
 * page, as for a person.
 */
export async function faultsOf(person: Person, views: readonly string[]): Promise<string[]> {
  const { page } = person;
  const faults: string[] = [];
  await page.mouse.move(0, 0); // Moves the mouse away, so that nothing is drawn as hovered.
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

/** Waits until colours have changed to the new scheme. Animations that never end, such as signs of loading, are left out. */
export const UNTIL_STILL = `Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished))`;

/** Goes to the view as a link does, without a reload. */
async function goTo(person: Person, view: string): Promise<void> {
  await person.page.evaluate(`history.pushState({}, '', new URL(${JSON.stringify(view)}, document.baseURI).href)`);
  await untilAtRest(person);
  await person.page.evaluate(UNTIL_STILL);
}

/** Returns the title. No two views have the same heading and the same tab. */
const titleOf = async (page: Page): Promise<string> => {
  const [heading, tabs] = [page.getByRole('heading', { level: 1 }), page.getByRole('tab', { selected: true })];
  return [...(await heading.allTextContents()), ...(await tabs.allTextContents())].join(', ');
};

/** Tells whether the page as a whole scrolls sideways. */
export const isTooWide = (page: Page): Promise<boolean> => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
