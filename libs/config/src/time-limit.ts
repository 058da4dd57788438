/**
 * Calls `onOver` when the time is over and what came until then is read. After a pause of the process, due timers run before the events of
 * sockets: what came in time would look late.
 * @returns a function that ends the limit
 */
export function timeLimit(ms: number, onOver: () => void): () => void {
  let isRead: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (isRead = setImmediate(onOver)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(isRead);
  };
}
