/** The output of the stack. */
export interface Screen {
  line(text?: string): void;
  heading(text: string): void;
  /** Shows a finished step and its duration. */
  step(text: string, milliseconds?: number): void;
  warn(text: string): void;
  dim(text: string): void;
  readonly paint: Paint;
}

export interface Paint {
  dim(text: string): string;
  bold(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Uses colours only on a terminal, and not when NO_COLOR is set. */
export function createScreen(output: Output, environment: NodeJS.ProcessEnv): Screen {
  const paint = createPaint(output.isTTY === true && !environment.NO_COLOR);
  const line = (text = ''): void => void output.write(`${text}\n`);
  return {
    line,
    paint,
    heading: (text) => line(`\n${paint.bold(text)}`),
    step: (text, milliseconds) => line(`  ${text}${milliseconds === undefined ? '' : paint.dim(`  ${seconds(milliseconds)}`)}`),
    warn: (text) => line(paint.bad(`  ${text}`)),
    dim: (text) => line(paint.dim(`  ${text}`)),
  };
}

/** Returns lines with columns as wide as their widest cell. The width counts characters as a terminal shows them. */
export function tableLines({ head, rows }: Table): string[] {
  const widths = head.map((title, column) => Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(widthOf)));
  const toLine = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [toLine(head), ...rows.map(toLine)];
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function widthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function createPaint(coloured: boolean): Paint {
  const with_ = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { dim: with_(2), bold: with_(1), good: with_(32), bad: with_(33) };
}
