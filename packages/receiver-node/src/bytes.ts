/** Collects the chunks of a body up to a limit. What is beyond it is dropped. */
export class Bytes {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    if (this.isWithin()) this.chunks.push(chunk);
  }

  isWithin(): boolean {
    return this.size <= this.most;
  }

  all(): Uint8Array {
    return concat(this.chunks);
  }
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
