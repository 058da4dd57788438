export { type ApiAccess, type ApiClient, apiClient, type ApiCredentials, type Fetch } from './api-client.client.js';
export {
  ApiError,
  Conflict,
  dataOf,
  type ErrorCode,
  InvalidRequest,
  NotAuthenticated,
  NotFound,
  PermissionDenied,
  ServiceUnavailable,
  Throttled,
} from './api-errors.js';
export type { components, operations, paths } from './api-types.js';
export { eventPagesAfter, type ListPath, rowsOf, type WalkOptions } from './pages.client.js';
export { retryAfterSeconds } from './retry-after.js';
export { retrying, type RetryOptions } from './retrying.client.js';
