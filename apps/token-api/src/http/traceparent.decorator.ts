import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { toTraceparent } from '#libs/contracts';
import type { Request } from 'express';
import { describedBy } from './described-by.decorator.js';

const NAME = 'traceparent';

/** No pattern: one of another form is ignored, not refused. */
const DESCRIPTION = ApiHeader({
  name: NAME,
  description: 'W3C trace context, carried on through the topics to the log line of each POST; one of another form is ignored.',
});

/** The header `traceparent` in its validated form, else undefined. */
export const Traceparent = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => toTraceparent(context.switchToHttp().getRequest<Request>().get(NAME)),
  [describedBy(DESCRIPTION)],
);
