export { type ApiClient, apiClient, type ApiCredentials } from './api-client.client.js';
export type { components, operations, paths } from './api-types.js';
