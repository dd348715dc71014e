import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../app-env.ts";

/** Files of the `swagger-ui-dist` package that the page loads. */
const ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;

/**
 * Lets the page load from this server alone; swagger-ui sets inline styles and draws icons from
 * data URLs.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Weir API</title>
    <link rel="icon" type="image/png" href="/docs/reference/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/reference/swagger-ui.css">
  </head>
  <body>
    <noscript>This page needs JavaScript; the same document is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <div id="api"></div>
    <script src="/docs/reference/swagger-ui-bundle.js"></script>
    <script src="/docs/reference/page.js"></script>
  </body>
</html>
`;

/** `validatorUrl: null` keeps swagger-ui from asking a public validator. */
const SCRIPT = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
`;

/** Serves the readable API page at `/docs/reference` and all that it loads. */
export function mountDocs(app: OpenAPIHono<AppEnv>): void {
  const packageFile = createRequire(import.meta.url).resolve;
  app.get("/docs/reference", (c) => {
    c.header("content-security-policy", CONTENT_SECURITY_POLICY);
    return c.html(PAGE);
  });
  app.get("/docs/reference/page.js", (c) =>
    c.body(SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
  for (const [name, type] of Object.entries(ASSETS)) {
    const path = packageFile(`swagger-ui-dist/${name}`);
    app.get(`/docs/reference/${name}`, async (c) => {
      c.header("cache-control", "public, max-age=3600");
      return c.body(await readFile(path), 200, { "content-type": type });
    });
  }
}
