import { type Hex, isHex } from "viem";
import { z } from "zod";

/** A JSON-RPC error answered by the node. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly method: string;
  readonly code: number;
  readonly data: unknown;
  /** Its message as the node has it. */
  readonly told: string;

  constructor(method: string, error: { code: number; message: string; data?: unknown }) {
    super(`${method} failed: ${error.message} (code ${error.code})`);
    this.method = method;
    this.code = error.code;
    this.data = error.data;
    this.told = error.message;
  }
}

/** A JSON-RPC connection to one node; answers are checked by whoever asks. */
export interface Rpc {
  readonly url: string;
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
}

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .optional(),
});

/**
 * Connects to a node by HTTP.
 *
 * @throws RpcError from `request` when the node answers with an error.
 */
export function createRpc(url: string): Rpc {
  return {
    url,
    async request(method, params = []) {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const answer = answerSchema.parse(await response.json());
      if (answer.error !== undefined) {
        const { code, message, data } = answer.error;
        throw new RpcError(method, { code, message, data });
      }
      return answer.result;
    },
  };
}

/** `value` as a hex string; throws where the node answered anything else. */
export function asHex(value: unknown): Hex {
  if (!isHex(value)) throw new Error(`The node answered ${String(value)} where hex was expected.`);
  return value;
}
