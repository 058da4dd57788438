/** @returns a call that has `work` done once before the event loop waits again, behind what is due by then, however often it is called meanwhile */
export function coalescePerTick(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      work();
    });
  };
}
