import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { toTraceparent } from '#libs/contracts';
import type { Request } from 'express';
import type { Parameter } from '../openapi/described-route.js';

const NAME = 'traceparent';

/** For the API's document. No pattern: one of another form is ignored, not refused. */
export const TRACEPARENT_HEADER: Parameter = {
  name: NAME,
  schema: {
    type: 'string',
    description: 'W3C trace context, carried on through the topics to the log line of each POST; one of another form is ignored.',
  },
  isRequired: false,
};

/** The header `traceparent` in its validated form, else undefined. */
export const Traceparent = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  toTraceparent(context.switchToHttp().getRequest<Request>().get(NAME)),
);
