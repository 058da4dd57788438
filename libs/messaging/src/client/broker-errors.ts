/** The name of a broker's error in the Kafka protocol, e.g. `MESSAGE_TOO_LARGE`; undefined = no broker sent it. kafkajs wraps what it will not repeat. */
export function brokerErrorOf(error: unknown): string | undefined {
  const { type, cause } = (error ?? {}) as { type?: unknown; cause?: { type?: unknown } };
  return [type, cause?.type].find((each): each is string => typeof each === 'string');
}
