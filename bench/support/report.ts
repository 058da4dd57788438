import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/stack/clone.js';
import type { Chart, Figure, Result, Row } from './scenario.js';
import { type Outcome, toSummary } from './summary.js';

/** The fields of a scenario's JSON that are read again. */
interface Report {
  readonly at: string;
  readonly figures: readonly Figure[];
  readonly charts: readonly Chart[];
}

/** Prints the table and writes it with date and machine to .cache/bench/<name>.json. @returns the path */
export function report(name: string, { title, rows, notes, figures = [], charts = [] }: Result): string {
  console.log(`\n${title}\n\n${toTable(rows)}\n`);
  notes.forEach((note) => console.log(note));
  const path = resultPath(name, 'json');
  write(path, { name, at: new Date().toISOString(), machine: machine(), title, rows, notes, figures, charts });
  console.log(`\n${path}`);
  return path;
}

/** @returns the report of the scenario's last run; undefined when there is none */
export function readReport(name: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(resultPath(name, 'json'), 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** Prints the last table of a run: each figure beside its target. */
export function reportSummary(outcomes: readonly Outcome[]): void {
  const rows = toSummary(outcomes);
  console.log(`\n=== summary\n\n${toTable(rows)}\n`);
  write(resultPath('summary', 'json'), { at: new Date().toISOString(), machine: machine(), rows });
}

/** Returns the path of a scenario's result file, `.cache/bench/<name>.<ending>`; creates its folder. */
export function resultPath(name: string, ending: string): string {
  const folder = join(ROOT, '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.${ending}`);
}

const machine = (): object => ({
  cores: cpus().length,
  model: cpus()[0]?.model,
  memoryMiB: Math.round(totalmem() / 2 ** 20),
  node: process.version,
});

const write = (path: string, content: object): void => writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);

function toTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
