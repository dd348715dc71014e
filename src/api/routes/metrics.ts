import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../app-env.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** Serves `/metrics` in the text format of Prometheus. */
export function mountMetrics(app: OpenAPIHono<AppEnv>, { registry }: Metrics): void {
  app.get("/metrics", async (c) => {
    const text = await registry.metrics();
    return c.body(text, 200, { "content-type": registry.contentType, "cache-control": "no-store" });
  });
}
