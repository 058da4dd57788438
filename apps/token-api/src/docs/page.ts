/** The routes that are sent as what they are, whatever `Accept` says: a browser asks for HTML. */
export const PAGE_ROUTES: readonly string[] = ['/docs', '/docs/:file'];

/** Scripts from here alone; the library writes styles and small pictures into the page. */
export const PAGE_SECURITY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Parcel-event webhooks: API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <noscript>This page needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`;

export const PAGE_SCRIPT = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null, defaultModelsExpandDepth: 0 });
`;
