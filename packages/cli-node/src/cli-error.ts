/** The exit codes of the command. The README lists them. */
export const EXIT = {
  ok: 0,
  /** The service or the receiver refused, or something is not as it should be. */
  failed: 1,
  /** The command line or a file is wrong. */
  usage: 2,
  /** Nobody answered, or the answer is not from the service. */
  unreachable: 3,
  /** The token is wrong, revoked, or its scope is too low. */
  credentials: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end that the user can understand: its message says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): CliError => new CliError(EXIT.usage, message);
