import { text as readText } from "node:stream/consumers";
import { hexToNumber, isHex, numberToHex } from "viem";
import { z } from "zod";
import { startLoopbackServer } from "../harness/loopback-server.ts";

/** A node as it was when some block was its newest. */
export interface HeldNode {
  readonly url: string;
  /** Shows the node's blocks up to `number` from now on. */
  moveTo(number: number): void;
  stop(): Promise<void>;
}

const requestBody = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
type Request = z.infer<typeof requestBody>;

/** Place of the block in a method's parameters. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_getBalance: 1,
};

/**
 * Starts a proxy before the node at `nodeUrl` that hides its newest blocks, and so those that will
 * be replaced from who shall see each block once. Logs are asked for by the hash or number of
 * blocks that it has shown.
 *
 * @param number The newest block to show.
 */
export async function startHeldNode(nodeUrl: string, number: number): Promise<HeldNode> {
  let newest = number;

  function held({ id, method, params }: Request): Request | { readonly result: unknown } {
    if (method === "eth_blockNumber") return { result: numberToHex(newest) };
    const at = BLOCK_AT[method];
    if (at === undefined) return { id, method, params };
    const block = params[at];
    if (isHex(block)) {
      return hexToNumber(block) > newest ? { result: null } : { id, method, params };
    }
    return { id, method, params: params.with(at, numberToHex(newest)) };
  }

  async function answer(request: Request): Promise<string> {
    const passing = held(request);
    if ("result" in passing) {
      return JSON.stringify({ jsonrpc: "2.0", id: request.id, result: passing.result });
    }
    const body = JSON.stringify({ jsonrpc: "2.0", ...passing });
    const headers = { "content-type": "application/json" };
    return (await fetch(nodeUrl, { method: "POST", headers, body })).text();
  }

  const server = await startLoopbackServer((incoming, outgoing) => {
    void (async () => {
      const text = await answer(requestBody.parse(JSON.parse(await readText(incoming))));
      outgoing.writeHead(200, { "content-type": "application/json" }).end(text);
    })().catch(() => outgoing.destroy());
  });
  return {
    url: server.url,
    moveTo: (next) => {
      newest = next;
    },
    stop: server.stop,
  };
}
