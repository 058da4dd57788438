import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { KIB, MIB } from '#libs/config';
import { isTooDeep, MAX_JSON_DEPTH } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import { callerOf, ignoresBody } from './access.decorator.js';

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];
/** Reads and inflates a body up to a limit. The rest of a refused body is read and dropped: otherwise the caller might not get the answer. */
const readBytes = express.raw({ limit: MIB, type: () => true });
/** The most KiB in a body of an unknown caller: such bodies must not fill the memory. */
const PUBLIC_KIB = 16;
const readPublicBytes = express.raw({ limit: PUBLIC_KIB * KIB, type: () => true });

/**
 * Answers 415, 413 or 400. It is an interceptor because interceptors run after the guards: authentication comes before parsing (domain
 * D.9). Nest's own body parsers run before the guards, so they are off.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (METHODS_WITH_BODY.includes(request.method) && !ignoresBody(this.reflector, context)) {
      request.body = parseJsonBody(await bytesOf(request, http.getResponse()));
    }
    return next.handle();
  }
}

async function bytesOf(request: Request, response: Response): Promise<Uint8Array> {
  if (!hasBody(request)) return new Uint8Array();
  if (!isJsonContentType(request.get('Content-Type'))) {
    if (await isEmpty(request)) return new Uint8Array();
    const detail = `Unsupported media type "${request.get('Content-Type') ?? ''}" in request.`;
    throw ApiError.of('unsupportedMediaType', { detail });
  }
  await new Promise<void>((resolve, reject) => {
    const read = callerOf(request) ? readBytes : readPublicBytes;
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(toReadFault(error, request))));
  });
  return Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
}

/** True when the body is empty. The head of a chunked body does not say so, so the bytes are read and dropped. */
function isEmpty(request: Request): Promise<boolean> | boolean {
  if (request.headers['transfer-encoding'] === undefined) return false;
  return new Promise((resolve) => {
    request.once('data', () => resolve(false));
    request.once('end', () => resolve(true));
    request.once('close', () => resolve(false));
  });
}

/** Replaces errors of the reader that name neither the header nor the accepted values. */
function toReadFault(error: unknown, request: Request): unknown {
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown };
  const encoding = (request.get('Content-Encoding') ?? 'identity').toLowerCase();
  if (type === 'encoding.unsupported') {
    const detail = `Unsupported content encoding "${encoding}" in request: send gzip, deflate or br, or no encoding.`;
    return ApiError.of('unsupportedMediaType', { detail });
  }
  if (statusCode === 413 && !callerOf(request)) {
    return ApiError.of('requestTooLarge', { detail: `The request body is larger than ${PUBLIC_KIB} KiB.` });
  }
  if (statusCode !== 400 || encoding === 'identity') return error;
  return ApiError.of('parseError', {
    detail: `The body cannot be unpacked as "${encoding}", the encoding in the header \`Content-Encoding\`.`,
  });
}

/** True when the handler runs only after a body was read. */
export const isBodyRead = (request: Request): boolean => METHODS_WITH_BODY.includes(request.method) && hasBody(request);

/** False for `Content-Length: 0`, and for a request with neither header. */
const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.get('Content-Length') ?? 0) > 0;

/**
 * Parses a JSON object. No bytes = `{}`, so that the answer to a missing body names the missing fields. @throws ApiError parse_error or
 * invalid
 */
export function parseJsonBody(bytes: Uint8Array): object {
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw ApiError.of('invalid', { detail: 'The body must be a JSON object.' });
  }
  if (isTooDeep(value)) throw ApiError.of('invalid', { detail: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.` });
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw ApiError.of('parseError');
  }
}

/** True for `application/json`; if a charset is named, it must be UTF-8 (spec: 415). */
export function isJsonContentType(contentType: string | undefined): boolean {
  const [mediaType, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  return mediaType === 'application/json' && parameters.every(isFineParameter);
}

/** RFC 8259 defines no parameters: they are ignored, but a body in another charset would be read wrongly. */
const isFineParameter = (parameter: string): boolean => !/^charset\s*=/.test(parameter) || /^charset\s*=\s*"?utf-?8"?$/.test(parameter);
