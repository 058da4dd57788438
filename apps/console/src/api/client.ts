import { apiClient } from '#libs/api-client';
import { placeOf } from './place.js';
import { namedSession } from './queries.js';

export const { apiUrl, consolePath } = placeOf(window.location);

/** True when another page shows the console in a frame. A session in a frame has another cookie (docs/tokens.md, Sessions). */
export const isEmbedded = window.self !== window.top;

/** The client for requests about the session itself. They name no session. */
export const sessionApi = apiClient({ baseUrl: apiUrl });

/** The client for all other requests. They name the session of this tab: another tab may have replaced the cookie by one of another account. */
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
