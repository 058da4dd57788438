export { ApiError, type ErrorItem, type FieldFault } from './api-error.js';
export { ERRORS, type ErrorKind, type ErrorName, type FieldErrorName } from './error-catalogue.js';
export { isUnexpected, toApiError } from './to-api-error.js';
export { type ErrorBody, toErrorBody } from './to-error-body.js';
