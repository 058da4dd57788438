import { ApiExtension } from '@nestjs/swagger';
import type { ErrorName } from '#libs/errors';
import { FAILS } from './finish-document.js';

/** Names the errors of a route that do not follow from its parameters, body and scope. */
export const Fails = (...names: readonly ErrorName[]): MethodDecorator => ApiExtension(FAILS, names);
