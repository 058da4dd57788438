/** The routes of the page and of its scripts. */
export const DOCS_ROUTES: readonly string[] = ['/docs', '/docs/:file'];

/** Allows scripts from this service only. The library writes styles and small pictures into the page. */
export const PAGE_SECURITY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param library the file name of the library; it changes with the version, because browsers keep the file */
export const toPage = (library: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Parcel-event webhooks: API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="api"></div>
    <noscript>This page needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/page.js"></script>
    <script src="docs/${library}"></script>
  </body>
</html>
`;

/** Without these options, the library calls other hosts: for fonts, for its own services and for telemetry. */
const OFFLINE = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
};

/** Credentials stay in the memory of the tab: `persistAuth` would write them into localStorage. */
const REFERENCE = {
  url: 'openapi.json',
  ...OFFLINE,
  persistAuth: false,
  authentication: { preferredSecurityScheme: [['user', 'token']] },
  documentDownloadType: 'direct',
};

/**
 * Runs before the library. Otherwise a part of the library tries `eval`: the page forbids it, and the browser reports an error.
 * @param options further options of the library
 */
export const pageScript = (options: Readonly<Record<string, unknown>> = {}): string => `globalThis.__zod_globalConfig = { jitless: true };
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#api', ${JSON.stringify({ ...REFERENCE, ...options })}));
`;
