import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { MIB } from '#libs/config';
import { ApiError } from '#libs/errors';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import { isJsonContentType } from './json-content-type.js';
import { parseJsonBody } from './json-body.js';

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];
/** Reads, inflates and limits; when a body is refused its rest is still read off the wire, so that the caller gets to read the answer. */
const readBytes = express.raw({ limit: MIB, type: () => true });

/**
 * 415 → 413 or 400. It stands here because interceptors run after the guards: authentication comes before parsing (domain D.9),
 * so Nest's own body parsers, which run before, are off.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (METHODS_WITH_BODY.includes(request.method)) {
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
    readBytes(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(toReadFault(error, request))));
  });
  return Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
}

/** Whether not one byte comes, which the head of a chunked body does not say. What comes is read off the wire and let go. */
function isEmpty(request: Request): Promise<boolean> | boolean {
  if (request.headers['transfer-encoding'] === undefined) return false;
  return new Promise((resolve) => {
    request.once('data', () => resolve(false));
    request.once('end', () => resolve(true));
    request.once('close', () => resolve(false));
  });
}

/** The reader's own errors name neither the header nor what would do instead. */
function toReadFault(error: unknown, request: Request): unknown {
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown };
  const encoding = (request.get('Content-Encoding') ?? 'identity').toLowerCase();
  if (type === 'encoding.unsupported') {
    const detail = `Unsupported content encoding "${encoding}" in request: send gzip, deflate or br, or the body as it is.`;
    return ApiError.of('unsupportedMediaType', { detail });
  }
  if (statusCode !== 400 || encoding === 'identity') return error;
  return ApiError.of('parseError', {
    detail: `The body cannot be unpacked as "${encoding}", which its header \`Content-Encoding\` names.`,
  });
}

/** Whether the handler is only called when a body has come. */
export const isBodyRead = (request: Request): boolean => METHODS_WITH_BODY.includes(request.method) && hasBody(request);

/** A `Content-Length: 0` is no body, nor is none at all. */
const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.get('Content-Length') ?? 0) > 0;
