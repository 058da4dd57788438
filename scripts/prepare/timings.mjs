/** Collects the steps of one command, in the order of their ends. Times are milliseconds since the process began. */
export function createTimings(now = () => performance.now()) {
  const steps = [];
  return {
    steps,
    async measure(title, work) {
      const startedMs = now();
      try {
        return await work();
      } finally {
        steps.push({ title, startedMs, endedMs: now() });
      }
    },
  };
}
