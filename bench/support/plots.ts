import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../../scripts/stack/clone.js';
import { toSvg } from './bar-chart.js';
import { readReport } from './report.js';

/**
 * Draws the charts of each scenario's last run.
 * @returns the paths
 */
export function plot(names: readonly string[], folder = join(ROOT, 'docs', 'performance')): string[] {
  const into = resolve(folder);
  mkdirSync(into, { recursive: true });
  return names.flatMap((name) =>
    (readReport(name)?.charts ?? []).map((chart) => {
      const path = join(into, `${chart.name}.svg`);
      writeFileSync(path, toSvg(chart));
      return path;
    }),
  );
}
