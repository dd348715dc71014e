import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { startPonder } from "../harness/ponder.ts";

const CHAIN_ID = 80_094;
const READY_TIMEOUT_MS = 180_000;

const readiness = z.object({
  status: z.string(),
  chains: z.array(
    z.object({ chainId: z.number(), indexedBlock: z.number().nullable(), ready: z.boolean() }),
  ),
});
const page = z.object({ meta: z.object({ total: z.number() }) });

let devnet: Devnet;
let env: Record<string, string>;

beforeAll(async () => {
  devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
  const [chain] = devnet.chains;
  if (chain === undefined) throw new Error("the devnet started no chain");
  env = {
    [`PONDER_RPC_URL_${CHAIN_ID}`]: chain.url,
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
    POLLING_INTERVAL_MS: "100",
  };
});

afterAll(() => devnet?.stop());

function rpc() {
  return createRpc(devnet.chains[0]?.url ?? "");
}

async function headNumber(): Promise<number> {
  return Number(await rpc().request("eth_blockNumber"));
}

/** Waits until `/ready` is 200 at the node's newest block. */
async function readyAtHead(url: string): Promise<void> {
  const head = await headNumber();
  for (const start = Date.now(); ; await sleep(50)) {
    const response = await fetch(`${url}/ready`);
    const body = readiness.parse(await response.json());
    if (response.status === 200 && body.chains[0]?.indexedBlock === head) return;
    if (Date.now() - start > READY_TIMEOUT_MS)
      throw new Error(`not ready: ${JSON.stringify(body)}`);
  }
}

describe("ponder start", () => {
  test("default: serves the API on the embedded database through a reorganisation", async () => {
    const ponder = await startPonder({ env });
    try {
      expect((await fetch(`${ponder.url}/ready`)).status).toBe(503);
      await readyAtHead(ponder.url);
      for (let mined = 0; mined < 5; mined++) await rpc().request("evm_mine");
      await readyAtHead(ponder.url);
      await rpc().request("anvil_reorg", [3, []]);
      await rpc().request("evm_mine");
      await readyAtHead(ponder.url);
      const tokens = await fetch(`${ponder.url}/api/v1/tokens?chainId=${CHAIN_ID}`);
      expect(page.parse(await tokens.json()).meta.total).toBeGreaterThan(5);
    } finally {
      const started = Date.now();
      await ponder.stop();
      // Ended by itself, not killed.
      expect(Date.now() - started).toBeLessThan(15_000);
    }
    expect(ponder.output()).not.toMatch(/"level":"(error|fatal)"|Failed to shutdown/);
  });

  test("error: a busy port ends it with one line that says so", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    try {
      const started = startPonder({ env: { ...env, PORT: String(port) } });
      await expect(started).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    } finally {
      other.close();
    }
  });
});
