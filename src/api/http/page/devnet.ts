import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { ServiceError } from "../../../lib/errors.ts";
import type { AppEnv } from "../app-env.ts";

/** URLs of a devnet's nodes by chain id; absent where the chains are real. */
export type DevnetNodes = ReadonlyMap<number, string>;

/** What a page needs to act for an account that the devnet's node signs for. */
const METHODS = [
  ...["eth_accounts", "eth_blockNumber", "eth_call", "eth_chainId", "eth_estimateGas"],
  ...["eth_getBalance", "eth_getTransactionByHash", "eth_getTransactionReceipt"],
  "eth_sendTransaction",
] as const;

/** Larger than any transaction of ours. */
const MAX_BODY_BYTES = 512 * 1024;

const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string()]),
  method: z.enum(METHODS),
  params: z.array(z.unknown()).default([]),
});

/**
 * Lets the page use the accounts of a devnet from its own origin: `GET /devnet` lists the chains,
 * `POST /devnet/{chainId}` passes calls of a few methods to the node. On real chains the list is
 * empty and nothing is passed on.
 */
export function mountDevnet(app: OpenAPIHono<AppEnv>, nodes: DevnetNodes): void {
  app.get("/devnet", (c) => {
    c.header("cache-control", "no-store");
    return c.json({ chainIds: [...nodes.keys()] });
  });
  app.post("/devnet/:chainId", async (c) => {
    const url = nodes.get(Number(c.req.param("chainId")));
    if (url === undefined) return c.notFound();
    requireOwnPage(c.req.header("sec-fetch-site"));
    const text = await c.req.text();
    const parsed = text.length > MAX_BODY_BYTES ? null : requestSchema.safeParse(parseJson(text));
    if (parsed === null || !parsed.success) {
      throw new ServiceError(
        "INVALID_ARGUMENT",
        `The body is no JSON-RPC call that the devnet takes here; send one of ${METHODS.join(", ")}, or ask its node itself.`,
      );
    }
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parsed.data),
    }).catch((cause: unknown) => {
      const message = "The devnet's node does not answer; see .weir/data/logs.";
      throw new ServiceError("UPSTREAM_UNAVAILABLE", message, { cause });
    });
    return c.body(await answer.text(), 200, { "content-type": "application/json" });
  });
}

/**
 * Browsers say which site a call comes from; another site's script is not to send from accounts.
 */
function requireOwnPage(site: string | undefined): void {
  if (site === undefined || site === "same-origin" || site === "none") return;
  throw new ServiceError(
    "INVALID_ARGUMENT",
    `The devnet's accounts are for this service's own page, and the call comes from a ${site} page; ask the node itself.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
