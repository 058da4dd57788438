import { createParamDecorator, type ExecutionContext, Param, type PipeTransform } from '@nestjs/common';
import { ApiHeader, ApiParam } from '@nestjs/swagger';
import { toTraceparent } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { toIdForm, UUID_PATTERN } from '../validation/field-rules.js';

// Each decorator passes a part of the request to a handler, and describes that part in the OpenAPI document.

/** The nil UUID: nothing ever has this id. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';

/**
 * Turns a text that is not a UUID into an unknown id. The text is not refused here, because pipes run side by side and a bad body must be
 * reported first (domain D.9).
 */
class KnownFormPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    return UUID_PATTERN.test(value) ? toIdForm(value) : NOBODYS;
  }
}

/** An id in the path. */
export const UuidParam = (name: string): ParameterDecorator =>
  both(Param(name, new KnownFormPipe()), describedBy(ApiParam({ name, schema: { type: 'string', format: 'uuid' } })));

/** Any text in the path. */
export const TextParam = (name: string): ParameterDecorator =>
  both(Param(name), describedBy(ApiParam({ name, schema: { type: 'string', minLength: 1 } })));

const both =
  (...decorators: readonly ParameterDecorator[]): ParameterDecorator =>
  (prototype, method, index) =>
    decorators.forEach((decorate) => decorate(prototype, method, index));

const IDEMPOTENCY_KEY = 'Idempotency-Key';
const MAX_LENGTH = 255;

const DESCRIBED_KEY = ApiHeader({
  name: IDEMPOTENCY_KEY,
  description: 'A repeated request with the same key is the same order: it is made only once, for as long as orders are kept.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_LENGTH },
});

/** The header `Idempotency-Key`; undefined = not sent. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const key = context.switchToHttp().getRequest<Request>().get(IDEMPOTENCY_KEY);
    if (key === undefined) return undefined;
    if (key.trim() !== '' && key.length <= MAX_LENGTH) return key;
    throw ApiError.ofFields([
      { name: 'invalid', attr: IDEMPOTENCY_KEY, detail: `Send 1 to ${MAX_LENGTH} characters, or leave the header out.` },
    ]);
  },
  [describedBy(DESCRIBED_KEY)],
);

const TRACEPARENT = 'traceparent';

/** The schema has no pattern: a header in another format is ignored, not refused. */
const DESCRIBED_TRACEPARENT = ApiHeader({
  name: TRACEPARENT,
  description: 'W3C trace context. It is passed on through the topics to the log line of each POST. A header in another format is ignored.',
});

/** The header `traceparent`; undefined = not sent, or in another format. */
export const Traceparent = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    toTraceparent(context.switchToHttp().getRequest<Request>().get(TRACEPARENT)),
  [describedBy(DESCRIBED_TRACEPARENT)],
);

/** Describes the parameter of another decorator in the OpenAPI document. */
function describedBy(describe: MethodDecorator): ParameterDecorator {
  return (prototype, method) => {
    const descriptor = method === undefined ? undefined : Object.getOwnPropertyDescriptor(prototype, method);
    if (descriptor && method !== undefined) describe(prototype, method, descriptor);
  };
}
