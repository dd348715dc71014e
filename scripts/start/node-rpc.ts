import { createPost } from "../../src/lib/http-post.ts";
import { StartError } from "./failure.ts";

/** Height and hash of a block. */
export interface BlockId {
  readonly number: number;
  readonly hash: string;
}

/** The few calls that a start makes to a chain's node. */
export interface NodeRpc {
  chainId(): Promise<number>;
  blockNumber(): Promise<number>;
  /** Null when the node has no such block. */
  block(number: number): Promise<BlockId | null>;
}

const TIMEOUT_MS = 10_000;

/**
 * Speaks JSON-RPC to `url`. An error names the environment variable, never the URL, which may hold
 * a key.
 *
 * @throws StartError when the node does not answer or answers with an error.
 */
export function nodeRpc(variable: string, url: string): NodeRpc {
  const post = createPost(url);
  async function request(method: string, params: readonly unknown[]): Promise<unknown> {
    let reason: string;
    try {
      const asked = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const { status, text } = await post(asked, TIMEOUT_MS);
      const body = JSON.parse(text) as { result?: unknown; error?: { message?: string } };
      if (status === 200 && body.error === undefined) return body.result ?? null;
      reason = body.error?.message ?? `status ${status}`;
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
    }
    throw new StartError(
      `The node of ${variable} did not answer ${method}: ${reason}; check the URL and that the node is up.`,
    );
  }
  return {
    chainId: async () => Number(await request("eth_chainId", [])),
    blockNumber: async () => Number(await request("eth_blockNumber", [])),
    block: async (number) => {
      const found = await request("eth_getBlockByNumber", [`0x${number.toString(16)}`, false]);
      return found === null ? null : { number, hash: (found as { hash: string }).hash };
    },
  };
}
