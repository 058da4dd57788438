import { styleText } from 'node:util';
import { cleanJson, cleanText } from './clean-text.js';

/** Where a program writes. */
export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface OutputOptions {
  readonly out: Sink;
  readonly err: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type Tone = 'good' | 'bad' | 'faint' | 'plain';
const STYLES = { good: 'green', bad: 'red', faint: 'dim' } as const;

/** A part of a line. Text without a tone is plain. */
export type Part = string | { readonly text: string; readonly tone: Tone };

const MASK = '[secret]';

/** The only way to the terminal: replaces control characters and secrets in all that it writes. */
export class Output {
  private readonly hidden: string[] = [];
  private isJson = false;

  constructor(private readonly options: OutputOptions) {}

  get wantsJson(): boolean {
    return this.isJson;
  }

  get isTerminal(): boolean {
    return this.options.out.isTTY === true;
  }

  /** From now on, lines are left out and values are written as JSON. */
  useJson(isJson: boolean): void {
    this.isJson = isJson;
  }

  /** From now on, this secret is masked wherever it appears, also in what a server answers. */
  hide(secret: string): void {
    if (secret !== '') this.hidden.push(secret);
  }

  /** Writes a line for people: nothing with `--json`. */
  line(...parts: readonly Part[]): void {
    if (!this.isJson) this.options.out.write(`${parts.map((part) => this.shown(part, this.options.out)).join('')}\n`);
  }

  /** Writes a value for programs: nothing without `--json`. @param indent 0 = one line */
  value(value: unknown, indent = 2): void {
    if (this.isJson) this.options.out.write(`${this.masked(cleanJson(value, indent))}\n`);
  }

  /** Writes JSON, also without `--json`. */
  always(value: unknown): void {
    this.options.out.write(`${this.masked(cleanJson(value, 2))}\n`);
  }

  /** Writes columns: aligned in a terminal, with tabs between them in a pipe. */
  table(rows: readonly (readonly Part[])[]): void {
    if (this.isJson) return;
    const widths = this.isTerminal ? widthsOf(rows) : [];
    const toText = (row: readonly Part[]): string =>
      row.map((part, column) => this.shown(part, this.options.out) + gapAfter(row, column, widths)).join('');
    this.options.out.write(rows.map((row) => `${toText(row)}\n`).join(''));
  }

  /** Writes a secret, in a terminal only. @returns false when there is no terminal */
  secretLine(label: string, secret: string): boolean {
    if (!this.isTerminal || this.isJson) return false;
    this.options.out.write(`${cleanText(`${label}${secret}`)}\n`);
    return true;
  }

  /** Writes a remark to stderr, where it is no part of the result. */
  note(...parts: readonly Part[]): void {
    this.options.err.write(`${parts.map((part) => this.shown(part, this.options.err)).join('')}\n`);
  }

  private shown(part: Part, sink: Sink): string {
    const { text, tone } = typeof part === 'string' ? { text: part, tone: 'plain' as const } : part;
    const clean = cleanText(this.masked(text));
    return tone !== 'plain' && this.hasColours(sink) ? styleText(STYLES[tone], clean, { validateStream: false }) : clean;
  }

  private masked(text: string): string {
    return this.hidden.reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
  }

  /** https://no-color.org */
  private hasColours({ isTTY }: Sink): boolean {
    const { NO_COLOR: noColour, TERM: term } = this.options.env;
    return isTTY === true && !noColour && term !== 'dumb';
  }
}

export const textOf = (part: Part): string => (typeof part === 'string' ? part : part.text);

const widthsOf = (rows: readonly (readonly Part[])[]): readonly number[] =>
  Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, column) =>
    Math.max(...rows.map((row) => textOf(row[column] ?? '').length)),
  );

const GAP = 2;

function gapAfter(row: readonly Part[], column: number, widths: readonly number[]): string {
  if (column === row.length - 1) return '';
  const width = widths[column];
  return width === undefined ? '\t' : ' '.repeat(width - textOf(row[column] ?? '').length + GAP);
}
