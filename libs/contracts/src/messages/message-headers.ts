/** Headers of a Kafka message whose value is JSON. @param traceparent W3C trace context of the message's cause */
export const jsonHeaders = (traceparent?: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...(traceparent !== undefined && { traceparent }),
});
