import { median, round } from './percentiles.js';
import type { Bar, Chart } from './scenario.js';

const WIDTH = 760;
const LABELS = 270;
const VALUES = 110;
const PLOT = WIDTH - LABELS - VALUES;
const TOP = 44;
const ROW = 30;
const BAR = 18;
/** Room below the bars for the target's words. */
const BOTTOM = 30;

/** Colours for light and dark pages, by the reader's preference. There is no background, so the page's own shows. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 15px; }
  .quiet { fill: #59636e; }
  .bar { fill: #2f6fb3; } .limit { fill: #8c959f; }
  .whisker { stroke: #1f2328; stroke-width: 1.5; } .target { stroke: #c2410c; stroke-width: 1.5; stroke-dasharray: 4 3; } .targetText { fill: #c2410c; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .quiet { fill: #9198a1; } .bar { fill: #4c9aff; } .limit { fill: #7d8590; }
    .whisker { stroke: #e6edf3; } .target { stroke: #fb923c; } .targetText { fill: #fb923c; }
  }`;

/** Draws horizontal bars of medians, with whiskers from the smallest to the largest round, as one SVG file. */
export function toSvg({ title, unit, bars, target }: Chart): string {
  const height = TOP + bars.length * ROW + BOTTOM;
  const most = Math.max(target ?? 0, ...bars.flatMap(({ rounds }) => rounds));
  const x = (value: number): number => Number((LABELS + (most > 0 ? value / most : 0) * PLOT).toFixed(1));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="0" y="18">${escape(title)}</text>`,
    ...bars.map((bar, index) => toBar(bar, { top: TOP + index * ROW, unit, x })),
    ...(target === undefined ? [] : [toTarget(target, { bottom: TOP + bars.length * ROW, unit, x })]),
    '</svg>\n',
  ].join('\n');
}

interface Place {
  readonly top: number;
  readonly unit: string;
  readonly x: (value: number) => number;
}

function toBar({ label, rounds, isLimit = false }: Bar, { top, unit, x }: Place): string {
  const value = median(rounds);
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const middle = top + BAR / 2;
  const whisker = rounds.length > 1 ? `<path class="whisker" d="${whiskerPath([x(least), x(most)], middle)}"/>` : '';
  return [
    `<text x="${LABELS - 10}" y="${middle + 4.5}" text-anchor="end">${escape(label)}</text>`,
    `<rect class="${isLimit ? 'limit' : 'bar'}" x="${LABELS}" y="${top}" width="${(x(value) - LABELS).toFixed(1)}" height="${BAR}" rx="2"/>`,
    whisker,
    `<text x="${x(most) + 8}" y="${middle + 4.5}">${escape(worded(value, unit))}</text>`,
  ].join('');
}

const whiskerPath = ([from, to]: readonly [number, number], y: number): string => `M${from} ${y}H${to}M${from} ${y - 4}v8M${to} ${y - 4}v8`;

function toTarget(value: number, { bottom, unit, x }: { bottom: number; unit: string; x: Place['x'] }): string {
  const at = x(value);
  const text = `target ${worded(value, unit)}`;
  return [
    `<path class="target" d="M${at} ${TOP - 8}V${bottom}"/>`,
    `<text class="targetText" x="${at}" y="${bottom + 16}" text-anchor="middle">${escape(text)}</text>`,
  ].join('');
}

const worded = (value: number, unit: string): string =>
  `${round(value).toLocaleString('en')}${unit.startsWith('/') ? '' : ' '}${unit}`.trim();

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
