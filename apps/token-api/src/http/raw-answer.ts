import { STATUS_CODES } from 'node:http';
import { type ApiError, toErrorBody } from '#libs/errors';
import { REQUEST_ID_HEADER } from './request-id.js';

/** A whole HTTP answer as text, for what never became a request. */
export function toRawAnswer(error: ApiError, requestId: string): string {
  const body = JSON.stringify(toErrorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
