/** Returns a function that runs `work` once per turn of the event loop, after the callbacks that are already due, however often it is called. */
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
