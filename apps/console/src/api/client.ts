import { apiClient } from '#libs/api-client';
import { placeOf } from './place.js';
import { namedSession } from './queries.js';

export const { apiUrl, consolePath } = placeOf(window.location);

/** Inside another page, the session has a cookie of its own kind (docs/tokens.md, Sessions). */
export const isEmbedded = window.self !== window.top;

/** For questions about the session itself: names no session. */
export const sessionApi = apiClient({ baseUrl: apiUrl });

/** Names the session of this tab: another tab may have replaced the cookie, and the request would act in another account. */
export const api = apiClient({ baseUrl: apiUrl });

api.use({
  onRequest: ({ request }) => {
    const sessionId = namedSession();
    if (sessionId) request.headers.set('X-Session-Id', sessionId);
    return request;
  },
});

if (isEmbedded) {
  for (const client of [api, sessionApi]) {
    client.use({
      onRequest: ({ request }) => {
        request.headers.set('X-Session', 'embedded');
        return request;
      },
    });
  }
}
