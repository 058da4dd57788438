/** Stops this process for this time: no timer runs and no socket is read. */
export const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
