import type { Io } from '../commands/cli.js';

const END = '\u0003';

/** Reads single keys, if there is a terminal. @returns a function that gives the terminal back */
export function onKeys({ in: input }: Pick<Io, 'in'>, { again, stop }: { again: () => void; stop: () => void }): () => void {
  if (input.isTTY !== true || !input.setRawMode) return () => undefined;
  const press = (chunk: Buffer | string): void => {
    for (const key of chunk.toString()) {
      if (key === 'r') again();
      // In raw mode, the terminal sends no signal for Ctrl-C.
      if (key === END || key === 'q') stop();
    }
  };
  input.setRawMode(true);
  input.on('data', press).resume();
  return () => {
    input.off('data', press).pause();
    input.setRawMode?.(false);
  };
}
