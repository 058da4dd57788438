import { HttpStatus, RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PARAMTYPES_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { JsonObject } from '#libs/contracts';
import { accessAt } from '../auth/access.decorator.js';
import { alsoSaid, fieldsOf, refusesUnknown } from '../validation/field.decorator.js';
import { descriptionOf } from './describe.decorator.js';
import type { DescribedRoute, Parameter } from './described-route.js';

type Handler = (...parameters: readonly unknown[]) => unknown;

/** Reads the decorators of the controllers: theirs are the routes, so no list beside them can differ. @throws Error naming a route nobody has described */
export const describedRoutes = (controllers: readonly Type[]): DescribedRoute[] =>
  controllers.flatMap((controller) => handlersOf(controller).flatMap((name) => describedRoute(controller, name)));

const handlersOf = ({ prototype }: Type): string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => Reflect.hasMetadata(METHOD_METADATA, handler(prototype as object, name)));

const handler = (prototype: object, name: string): Handler => (prototype as Readonly<Record<string, Handler>>)[name] as Handler;

function describedRoute(controller: Type, name: string): DescribedRoute[] {
  const handle = handler(controller.prototype as object, name);
  const description = descriptionOf(handle);
  const access = accessAt(handle, controller);
  if (description === 'hidden') return [];
  if (!description || !access) throw new Error(`${controller.name}.${name}: a route needs @Describe() and @NeedsScope() or @Public()`);
  const path = pathOf(controller, handle);
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handle) as RequestMethod].toLowerCase();
  return [
    {
      ...description,
      method,
      path,
      tag: path.split('/')[1] ?? '',
      access,
      status: statusOf(handle, method),
      ...inputsOf(controller, name),
    },
  ];
}

function pathOf(controller: Type, handle: Handler): string {
  const parts = [controller, handle].map((holder) => Reflect.getMetadata(PATH_METADATA, holder) as string);
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/')}`;
}

/** What Nest answers unless told otherwise. */
const statusOf = (handle: Handler, method: string): number =>
  (Reflect.getMetadata(HTTP_CODE_METADATA, handle) as number | undefined) ?? (method === 'post' ? HttpStatus.CREATED : HttpStatus.OK);

interface Argument {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes: readonly object[];
}

function inputsOf(controller: Type, name: string): Pick<DescribedRoute, 'pathParameters' | 'queryParameters' | 'body'> {
  const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<Record<string, Argument>>;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as readonly Type[];
  const argumentsOf = (kind: RouteParamtypes): Argument[] =>
    Object.entries(given).flatMap(([key, argument]) => (key.startsWith(`${kind}:`) ? [argument] : []));
  const [body] = argumentsOf(RouteParamtypes.BODY).map(({ index }) => types[index] as Type);
  return {
    pathParameters: argumentsOf(RouteParamtypes.PARAM).map(toPathParameter).toReversed(),
    queryParameters: argumentsOf(RouteParamtypes.QUERY).flatMap(({ index }) => toQueryParameters(types[index] as Type)),
    ...(body && { body: bodySchema(body) }),
  };
}

/** A pipe that knows which texts it takes says so in `schema`. */
function toPathParameter({ data, pipes }: Argument): Parameter {
  const schema = pipes.map((pipe) => (pipe as { readonly schema?: JsonObject }).schema).find((each) => each !== undefined);
  return { name: String(data), schema: schema ?? { type: 'string', minLength: 1 }, isRequired: true };
}

const toQueryParameters = (dto: Type): Parameter[] => Object.entries(fieldsOf(dto)).map(([name, field]) => ({ name, ...field }));

function bodySchema(dto: Type): JsonObject {
  const fields = Object.entries(fieldsOf(dto));
  const required = fields.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    title: dto.name.replace(/Dto$/, ''),
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    ...(refusesUnknown(dto) && { additionalProperties: false }),
    ...alsoSaid(dto),
  };
}
