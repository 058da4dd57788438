import { type ApiError, toErrorBody } from '#libs/errors';
import type { Response } from 'express';

export function sendError(response: Response, error: ApiError): void {
  if (response.headersSent) {
    // A second status line cannot be sent: only a cut connection shows the caller that this answer is incomplete.
    response.destroy();
    return;
  }
  response.set(error.headers).status(error.status).json(toErrorBody(error));
}
