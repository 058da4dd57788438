/** A fault that the reader can fix. Its message is printed without a stack. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
