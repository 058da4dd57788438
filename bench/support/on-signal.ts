/**
 * Runs `end` when this process is asked to stop, then exits with code 1.
 * @returns a function that removes the handler
 */
export function onSignal(end: () => Promise<unknown>): () => void {
  const stop = (): void => void end().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
}
