import { ApiExtension } from '@nestjs/swagger';
import type { ErrorName } from '#libs/errors';
import { FAILS } from './finish-document.js';

/** Errors of a route that its parameters, body and scope do not tell. */
export const Fails = (...names: readonly ErrorName[]): MethodDecorator => ApiExtension(FAILS, names);
