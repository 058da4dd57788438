import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/stack/clone.js';
import type { Result, Row } from './scenario.js';

/** Prints the table and writes it with date and machine to .cache/bench/<name>.json. @returns the path */
export function report(name: string, { title, rows, notes }: Result): string {
  console.log(`\n${title}\n\n${toTable(rows)}\n`);
  notes.forEach((note) => console.log(note));
  const path = resultPath(name, 'json');
  const machine = { cores: cpus().length, model: cpus()[0]?.model, memoryMiB: Math.round(totalmem() / 2 ** 20), node: process.version };
  writeFileSync(path, `${JSON.stringify({ name, at: new Date().toISOString(), machine, title, rows, notes }, undefined, 2)}\n`);
  console.log(`\n${path}`);
  return path;
}

/** A file of a scenario's results, `.cache/bench/<name>.<ending>`; its folder stands. */
export function resultPath(name: string, ending: string): string {
  const folder = join(ROOT, '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.${ending}`);
}

function toTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
