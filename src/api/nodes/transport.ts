import { BaseError, custom, RpcRequestError, type Transport } from "viem";
import type { NodePool, Patience } from "./pool.ts";

/** A caller waits: nodes that are down now have a second to come back. */
const PATIENCE: Patience = { waitMs: 1_000, totalMs: 10_000 };

/** No node of a chain could answer. The message holds no URL. */
export class NodesUnavailableError extends BaseError {
  override readonly name = "NodesUnavailableError";
  readonly code = "NODES_UNAVAILABLE";

  constructor(chainId: number, reason: string) {
    super(`no node of chain ${chainId} can answer (${reason}); check the nodes.`);
  }
}

/** A viem transport over a pool; it does not retry, the pool does. */
export function poolTransport(pool: NodePool): Transport {
  return custom(
    {
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const outcome = await pool.request({ method, params }, PATIENCE);
        switch (outcome.kind) {
          case "answer":
            return outcome.result;
          case "error":
            throw new RpcRequestError({
              body: { method },
              error: outcome.error,
              url: `chain ${pool.chainId}`,
            });
          case "gone":
            throw new NodesUnavailableError(pool.chainId, "the block was replaced");
          case "unavailable":
            throw new NodesUnavailableError(pool.chainId, outcome.reason);
        }
      },
    },
    { retryCount: 0 },
  );
}
