interface Closing {
  once(event: 'close', heard: () => void): unknown;
  off(event: 'close', heard: () => void): unknown;
}

interface Connection extends Closing {
  readonly destroyed: boolean;
  setMaxListeners(count: number): unknown;
}

/** Calls `then` once the answer has been read, or its connection has gone: a pipelined one that was never sent closes with nothing else. */
export function whenOver({ socket }: { readonly socket: Connection }, response: Closing, then: () => void): void {
  let isOver = false; // a socket that closes calls both
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    response.off('close', over);
    socket.off('close', over);
    then();
  };
  if (socket.destroyed) return over();
  socket.setMaxListeners(0); // as many as the connection has pipelined
  response.once('close', over);
  socket.once('close', over);
}
