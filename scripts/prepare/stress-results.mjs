import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './prepare.mjs';

/** The key changes with the file, so a changed file starts without results, and all other results stay. */
export function keyOf(path) {
  return { file: relative(ROOT, path), text: createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16) };
}

/** @returns the results of the file in its current form, oldest first */
export function resultsOf(path, kept) {
  const { file, text } = keyOf(path);
  return kept.filter((result) => result.file === file && result.text === text);
}

/** Reads the results. A line that was cut off is ignored. */
export function readResults(resultsFile) {
  if (!existsSync(resultsFile)) return [];
  return readFileSync(resultsFile, 'utf8').split('\n').flatMap(parsed);
}

function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Returns the table: failed files first, then the slowest. */
export function table(paths, kept) {
  const rows = paths.map((path) => {
    const results = resultsOf(path, kept);
    const failed = results.filter((result) => result.failed > 0);
    const slowestMs = Math.max(0, ...results.map(({ ms }) => ms));
    return {
      file: keyOf(path).file,
      runs: results.length,
      failed: failed.length,
      slowestMs,
      failures: failed.flatMap(({ failures }) => failures),
    };
  });
  const lines = rows
    .toSorted((a, b) => b.failed - a.failed || b.slowestMs - a.slowestMs)
    .flatMap(({ file, runs, failed, slowestMs, failures }) => [
      `${String(runs).padStart(4)} runs ${String(failed).padStart(3)} failed ${(slowestMs / 1000).toFixed(1).padStart(7)} s  ${file}`,
      ...[...new Set(failures)].map((name) => `${' '.repeat(29)}● ${name}`),
    ]);
  const runs = rows.reduce((sum, row) => sum + row.runs, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  return [...lines, `${runs} runs of ${rows.length} files, ${failed} failed`].join('\n');
}
