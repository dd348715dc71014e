import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { integerOrNullOut, integerOut } from "./values.ts";

const healthSchema = z.object({ status: z.literal("ok") }).openapi("Health");

const readinessSchema = z
  .object({
    status: z.enum(["ready", "not ready"]),
    chains: z.array(
      z.object({
        chainId: integerOut,
        name: z.string(),
        indexedBlock: integerOrNullOut.openapi({ description: "Null before the first one." }),
        headBlock: integerOut
          .nullable()
          .openapi({ description: "Head of the node; null while it is out of reach." }),
        lagBlocks: integerOrNullOut.openapi({ description: "Blocks between the two." }),
        lagSeconds: integerOrNullOut.openapi({
          description: "Seconds between them by the blocks' own times.",
        }),
        ready: z.boolean().openapi({ description: "Whether route and quote answer." }),
        reason: z.string().nullable().openapi({ description: "Why not." }),
        contracts: z.enum(["deployed", "missing", "unknown"]).openapi({
          description:
            "Whether Weir's contracts are on the chain; without them route and bundle are 503 `CONTRACTS_MISSING`.",
        }),
        simulation: z.array(z.enum(["eth_simulateV1", "eth_call", "none", "unknown"])).openapi({
          description: "By which means each node simulates, in the order of the RPC URLs.",
        }),
      }),
    ),
  })
  .openapi("Readiness");

/**
 * Serves `/health`, 200 while the process answers, and `/ready`, 200 while every chain is fresh,
 * else 503.
 */
export function mountStatus(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  app.get("/health", (c) => c.json({ status: "ok" } satisfies z.output<typeof healthSchema>));
  app.get("/ready", (c) => {
    const readiness = readinessOf(deps);
    const isReady = readiness.status === "ready";
    if (!isReady) c.header("retry-after", "1");
    c.header("cache-control", "no-store");
    return c.json(readiness, isReady ? 200 : 503);
  });
}

/** Adds `/health` and `/ready` to the OpenAPI document of an app. */
export function describeStatus(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerPath({
    method: "get",
    path: "/health",
    operationId: "health",
    tags: ["Operations"],
    summary: "Whether the process answers",
    responses: {
      200: { description: "Always.", content: { "application/json": { schema: healthSchema } } },
    },
  });
  const content = { "application/json": { schema: readinessSchema } };
  app.openAPIRegistry.registerPath({
    method: "get",
    path: "/ready",
    operationId: "ready",
    tags: ["Operations"],
    summary: "Whether every chain is indexed up to its head",
    responses: {
      200: { description: "Every chain is fresh.", content },
      503: { description: "Some chain is not; its `reason` says why.", content },
    },
  });
}

function readinessOf(deps: Deps): z.output<typeof readinessSchema> {
  const chains = [...deps.chains.values()]
    .map((service) => service.status())
    .sort((a, b) => a.chainId - b.chainId)
    .map(({ simulation, ...facts }) => ({ ...facts, simulation: [...simulation] }));
  const isStopping = deps.stopping?.aborted === true;
  const isReady = !isStopping && chains.length > 0 && chains.every(({ ready }) => ready);
  return { status: isReady ? "ready" : "not ready", chains };
}
