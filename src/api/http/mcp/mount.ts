import type { OpenAPIHono } from "@hono/zod-openapi";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { StatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../app-env.ts";
import { forwardTo } from "../forward.ts";
import { readJsonBody } from "../routes/json-body.ts";
import { createMcpServer } from "./tools.ts";

/**
 * Serves the Model Context Protocol at `POST /mcp` (streamable HTTP, without sessions). Its tools
 * ask the API as their caller would: with its key, within its limits.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports
 */
export function mountMcp(app: OpenAPIHono<AppEnv>): void {
  const forward = forwardTo(app);
  app.post("/mcp", async (c) => {
    const parsedBody = await readJsonBody(c.req.raw.clone());
    const server = createMcpServer((path, { query, body }) =>
      forward(c, path, { query: new URLSearchParams(query), body }),
    );
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const answered = await transport.handleRequest(c.req.raw, { parsedBody });
    const { status, headers } = answered;
    return c.newResponse(answered.body, { status: status as StatusCode, headers });
  });
}
