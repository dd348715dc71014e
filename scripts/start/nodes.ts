import type { Environment } from "../../src/lib/env.ts";
import { StartError } from "./failure.ts";
import { type NodeRpc, nodeRpc } from "./node-rpc.ts";

/**
 * The nodes of the environment's RPC URLs, by chain id; of several URLs for a chain, the first.
 *
 * @throws StartError when one does not answer, or serves another chain.
 */
export async function requireNodes(
  environment: Environment,
): Promise<ReadonlyMap<number, NodeRpc>> {
  const nodes = new Map<number, NodeRpc>();
  for (const [chainId, { rpcUrls }] of environment.chains) {
    const variable = `PONDER_RPC_URL_${chainId}`;
    const [url] = rpcUrls;
    if (url === undefined) continue;
    const node = nodeRpc(variable, url);
    const served = await node.chainId();
    if (served !== chainId) {
      throw new StartError(
        `The node of ${variable} serves chain ${served}; set the URL of a node of chain ${chainId}, or name the variable PONDER_RPC_URL_${served}.`,
      );
    }
    nodes.set(chainId, node);
  }
  return nodes;
}
