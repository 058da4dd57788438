import type { Output } from '../output/output.js';

/** The parts of the program that a check of a receiver uses. Tests replace them. */
export interface Place {
  readonly output: Output;
  /** Asks a person yes or no; undefined = nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** Sets the exit code. */
  readonly end: (exitCode: number) => void;
}
