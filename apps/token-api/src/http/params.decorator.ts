import { createParamDecorator, type ExecutionContext, Param, type PipeTransform } from '@nestjs/common';
import { ApiHeader, ApiParam } from '@nestjs/swagger';
import { toTraceparent } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { toIdForm, UUID_PATTERN } from '../validation/field-rules.js';

// Each hands a part of the request to a handler, and describes it in the API's document.

/** The nil UUID: nothing ever has it. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';

/** A text that is no UUID is an unknown id. It is not refused here: pipes run side by side, and a bad body is reported first (domain D.9). */
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
  description: 'A repeated request with the same key is the same order, made once, for as long as orders are kept.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_LENGTH },
});

/** The header `Idempotency-Key`, undefined when it is not sent: the same key and request again is the same order. */
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

/** No pattern: one of another form is ignored, not refused. */
const DESCRIBED_TRACEPARENT = ApiHeader({
  name: TRACEPARENT,
  description: 'W3C trace context, carried on through the topics to the log line of each POST; one of another form is ignored.',
});

/** The header `traceparent` in its validated form, else undefined. */
export const Traceparent = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    toTraceparent(context.switchToHttp().getRequest<Request>().get(TRACEPARENT)),
  [describedBy(DESCRIBED_TRACEPARENT)],
);

/** Describes, in the API's document, the parameter that another decorator hands in. */
function describedBy(describe: MethodDecorator): ParameterDecorator {
  return (prototype, method) => {
    const descriptor = method === undefined ? undefined : Object.getOwnPropertyDescriptor(prototype, method);
    if (descriptor && method !== undefined) describe(prototype, method, descriptor);
  };
}
