import type { ApiError, ErrorItem } from './api-error.js';

/** The JSON body of every failed request (spec: Errors). */
export interface ErrorBody {
  readonly type: 'client_error' | 'server_error';
  readonly errors: readonly ErrorItem[];
}

export const toErrorBody = (error: ApiError): ErrorBody => ({
  type: error.status >= 500 ? 'server_error' : 'client_error',
  errors: error.items,
});
