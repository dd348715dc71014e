import type { Environment } from "../../src/lib/env.ts";
import { StartError } from "./failure.ts";
import { type NodeRpc, nodeRpc } from "./node-rpc.ts";

/**
 * The nodes of the environment's RPC URLs, by chain id; of several URLs for a chain, the first that
 * answers.
 *
 * @throws StartError when none of a chain's answers, or one serves another chain.
 */
export async function requireNodes(
  environment: Environment,
): Promise<ReadonlyMap<number, NodeRpc>> {
  const nodes = new Map<number, NodeRpc>();
  for (const [chainId, { rpcUrls }] of environment.chains) {
    nodes.set(chainId, await requireNode(chainId, rpcUrls));
  }
  return nodes;
}

async function requireNode(chainId: number, rpcUrls: readonly string[]): Promise<NodeRpc> {
  const variable = `PONDER_RPC_URL_${chainId}`;
  const found = await Promise.allSettled(
    rpcUrls.map(async (url, index) => {
      const place = rpcUrls.length === 1 ? "" : ` (URL ${index + 1})`;
      const node = nodeRpc(`${variable}${place}`, url);
      return { node, place, served: await node.chainId() };
    }),
  );
  const answered = found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const wrong = answered.find(({ served }) => served !== chainId);
  if (wrong !== undefined) {
    throw new StartError(
      `The node of ${variable}${wrong.place} serves chain ${wrong.served}; set the URL of a node of chain ${chainId}, or name the variable PONDER_RPC_URL_${wrong.served}.`,
    );
  }
  const [first] = answered;
  if (first !== undefined) return first.node;
  throw found.find((each) => each.status === "rejected")?.reason;
}
