import type { Child, Exit } from '../../scripts/stack/child.js';

const LOG_LINES_SHOWN = 15;
const ENDING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGKILL'];
const UNHANDLED = /"event":"app\.(?:uncaughtException|unhandledRejection)"/;

interface UnhandledLine {
  readonly event: string;
  readonly error: string;
  readonly stack?: string;
  /** The apps that the app host ran. `inStack` has the apps whose files are in the stack. Only the app host writes both fields. */
  readonly hosted?: readonly string[];
  readonly inStack?: readonly string[];
}

/** The end of one app that a test file has started: requested by the test, declared by the test, or neither. */
export class AppEnd {
  private exit: Exit | undefined;
  private readonly asked = new Set<NodeJS.Signals>();
  private expected: RegExp | undefined;

  constructor(
    private readonly name: string,
    private readonly child: Pick<Child, 'exited' | 'lastLines'>,
  ) {
    void child.exited.then((exit) => (this.exit = exit));
  }

  askedBy(signal: NodeJS.Signals): void {
    if (ENDING.includes(signal)) this.asked.add(signal);
  }

  expect(reason: RegExp): void {
    if (this.expected) throw new Error(`the end of this ${this.name} is declared twice`);
    this.expected = reason;
  }

  /** Whether its process ended because of another app or for an unknown reason. */
  get isWithHost(): boolean {
    return this.exit?.code === null && this.exit.signal === null;
  }

  get unhandled(): UnhandledLine[] {
    const lines = this.child.lastLines(Infinity).filter((line) => UNHANDLED.test(line));
    return lines.map(parse);
  }

  /** Returns what is wrong with the end; undefined = nothing. */
  fault(): string | undefined {
    const { unhandled, expected } = this;
    const isDeath = unhandled.length > 0 || this.endedByItself();
    if (!expected) return isDeath ? this.report(this.how(), unhandled) : undefined;
    if (!isDeath) return `${this.name} did not end, but the test declares that it ends with ${expected}`;
    const isExpected = this.child.lastLines(Infinity).some((line) => expected.test(line));
    return isExpected ? undefined : this.report(`${this.how()}, but not with ${expected}`, unhandled);
  }

  private endedByItself(): boolean {
    if (!this.exit) return false;
    const { code, signal } = this.exit;
    return signal === null ? code !== 0 || this.asked.size === 0 : !this.asked.has(signal);
  }

  private how(): string {
    if (!this.endedByItself()) return 'had an unhandled error';
    const why = this.asked.size === 0 ? 'by itself' : 'in another way than the test asked';
    return `ended ${why} (${this.isWithHost ? 'with the app host' : (this.exit?.signal ?? `exit code ${this.exit?.code}`)})`;
  }

  private report(how: string, unhandled: readonly UnhandledLine[]): string {
    return [`${this.name} ${how}`, ...unhandled.map(errorLines), 'Its last log lines:', ...this.child.lastLines(LOG_LINES_SHOWN)].join(
      '\n',
    );
  }
}

function parse(line: string): UnhandledLine {
  try {
    return JSON.parse(line) as UnhandledLine;
  } catch {
    return { event: 'a line that was cut off', error: line };
  }
}

function errorLines({ event, error, stack, hosted, inStack = [] }: UnhandledLine): string {
  const where = hosted && `\nThe app host ran ${hosted.join(', ')}; the stack names ${inStack.join(', ') || 'none of them'}.`;
  return `${event}: ${stack ?? error}${where ?? ''}`;
}

/**
 * Returns what is wrong with the ends of all apps. Omits apps that ended with their host if the host has reported which app caused the
 * error.
 */
export function faultsOf(ends: readonly AppEnd[]): string[] {
  const isTold = ends.some((end) => end.isWithHost && end.unhandled.length > 0);
  return ends.filter((end) => !isTold || !end.isWithHost || end.unhandled.length > 0).flatMap((end) => end.fault() ?? []);
}

/** Returns the apps whose files are in a stack. */
export function appsIn(stack: string): string[] {
  return [...new Set([...stack.matchAll(/\bapps\/([\w-]+)\/src\//g)].map(([, name = '']) => name))];
}
