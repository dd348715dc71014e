import type { OpenAPIHono } from "@hono/zod-openapi";
import { metricsOfAllProcesses } from "../../metrics/all-processes.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { AppEnv } from "../app-env.ts";

/** Serves `/metrics` in the text format of Prometheus. */
export function mountMetrics(app: OpenAPIHono<AppEnv>, { registry }: Metrics): void {
  const read = metricsOfAllProcesses(registry);
  app.get("/metrics", async (c) => {
    const text = await read();
    return c.body(text, 200, { "content-type": registry.contentType, "cache-control": "no-store" });
  });
}
