import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Encoding, PageFile, PageFiles } from "./files.ts";

/** Lets the page load from this server alone, and run no script and no style of its own text. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Paths of views; the script shows which. */
const VIEWS = [
  ...["/", "/swap", "/earn", "/bundle", "/decode", "/status", "/docs", "/docs/:guide{[a-z-]+}"],
  ...["/token/:chainId/:address", "/pool/:chainId/:id", "/position/:chainId/:id"],
];

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="2">
    <title>Weir</title>
  </head>
  <body>
    <h1>The page is being built</h1>
    <p>It shows itself in a few seconds. If it does not, run <code>npm run page</code>.</p>
    <p>The API answers already: <a href="/docs/reference">/docs/reference</a>.</p>
  </body>
</html>
`;

/** Serves the page at the paths of its views, and what it loads under `/assets`. */
export function mountPage(app: OpenAPIHono<AppEnv>, files: PageFiles): void {
  const document = (c: Context<AppEnv>): Response => {
    c.header("content-security-policy", CONTENT_SECURITY_POLICY);
    c.header("cache-control", "no-cache");
    const file = files()?.get("index.html");
    if (file !== undefined) return answer(c, file);
    if (c.req.path === "/docs") return c.redirect("/docs/reference");
    c.header("retry-after", "2");
    return c.html(NOT_BUILT, 503);
  };
  for (const path of VIEWS) app.get(path, document);
  app.get("/assets/:name", (c) => {
    const file = files()?.get(`assets/${c.req.param("name")}`);
    if (file === undefined) return c.notFound();
    // The name has the hash of the content.
    c.header("cache-control", "public, max-age=31536000, immutable");
    return answer(c, file);
  });
}

function answer(c: Context<AppEnv>, file: PageFile): Response {
  const encoding = encodingFor(c.req.header("accept-encoding") ?? "", file);
  const body = file.bodies.get(encoding);
  if (body === undefined) throw new Error(`the page's file has no form ${encoding}`);
  c.header("vary", "accept-encoding");
  if (encoding !== "identity") c.header("content-encoding", encoding);
  return c.body(body, 200, { "content-type": file.type });
}

/** The smallest that the caller takes; `q` counts only as refusal. */
function encodingFor(accepted: string, file: PageFile): Encoding {
  const taken = new Set(
    accepted
      .split(",")
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
      .map((entry) => entry.split(";", 1)[0]),
  );
  for (const encoding of ["br", "gzip"] as const) {
    if (taken.has(encoding) && file.bodies.has(encoding)) return encoding;
  }
  return "identity";
}
