/** JSON of one of our own topics, checked by its `schema` word; undefined when it is something else. */
export function parseOwnMessage<T extends object>(value: Buffer | null, schema: string): (Partial<T> & T) | undefined {
  if (value === null) return undefined;
  try {
    const message: unknown = JSON.parse(value.toString('utf8'));
    if (typeof message !== 'object' || message === null) return undefined;
    return (message as { schema?: unknown }).schema === schema ? (message as T) : undefined;
  } catch {
    return undefined;
  }
}
