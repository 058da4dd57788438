import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { describedBy } from './described-by.decorator.js';

const NAME = 'Idempotency-Key';
const MAX_LENGTH = 255;

const DESCRIPTION = ApiHeader({
  name: NAME,
  description: 'A repeated request with the same key is the same order, made once, for as long as orders are kept.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_LENGTH },
});

/** The header `Idempotency-Key`, undefined when it is not sent: the same key and request again is the same order. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const key = context.switchToHttp().getRequest<Request>().get(NAME);
    if (key === undefined) return undefined;
    if (key.trim() !== '' && key.length <= MAX_LENGTH) return key;
    throw ApiError.ofFields([{ name: 'invalid', attr: NAME, detail: `Send 1 to ${MAX_LENGTH} characters, or leave the header out.` }]);
  },
  [describedBy(DESCRIPTION)],
);
