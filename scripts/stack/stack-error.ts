/** A fault that the reader can act on: printed as its message alone, without a stack. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
