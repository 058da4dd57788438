import { apiClient } from '#libs/api-client';
import { placeOf } from './place.js';

export const { apiUrl, consolePath } = placeOf(window.location);

/** Inside another page, the session has a cookie of its own kind (docs/tokens.md, Sessions). */
export const isEmbedded = window.self !== window.top;

export const api = apiClient({ baseUrl: apiUrl });

if (isEmbedded) {
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('X-Session', 'embedded');
      return request;
    },
  });
}
