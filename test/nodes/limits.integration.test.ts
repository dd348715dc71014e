import { pino } from "pino";
import { numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { startDevnet } from "../../devnet/index.ts";
import type { ProviderName } from "../../devnet/provider/classes.ts";
import { type Provider, startProvider } from "../../devnet/provider/provider.ts";
import { patientTransport } from "../../src/nodes/gateway.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { startPonder } from "../harness/ponder.ts";
import { startPostgres } from "../harness/postgres.ts";

const CHAIN_ID = 1;
const log = pino({ level: "silent" });

let anvil: Anvil;
const started: Provider[] = [];

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, args: ["--no-mining"] });
  await anvil.rpc.request("anvil_mine", [numberToHex(200)]);
}, 60_000);

afterAll(async () => {
  await Promise.all(started.map((provider) => provider.stop()));
  await anvil?.stop();
});

async function behind(...names: readonly ProviderName[]) {
  const providers = await Promise.all(
    names.map((name) => startProvider({ nodeUrl: anvil.url, name })),
  );
  started.push(...providers);
  return providers;
}

function transportOver(providers: readonly Provider[], requestsPerMinute: number | null = null) {
  const urls = providers.map(({ url }) => url);
  return nodesTransport({ chainId: CHAIN_ID, urls, log, waitMs: 10_000, requestsPerMinute });
}

function logsOf(fromBlock: number, blocks: number) {
  const range = {
    fromBlock: numberToHex(fromBlock),
    toBlock: numberToHex(fromBlock + blocks - 1),
  };
  return { method: "eth_getLogs", params: [range] };
}

describe("nodesTransport before providers with limits", () => {
  test("behavior: a range that a node refused is not asked for again", async () => {
    const [free] = await behind("free");
    if (free === undefined) throw new Error("no provider");
    const nodes = transportOver([free])({});
    await expect(nodes.request(logsOf(1, 100))).rejects.toThrow("10 block range");
    const asked = free.counts.get("eth_getLogs");
    await expect(nodes.request(logsOf(101, 100))).rejects.toThrow("10 block range");
    expect(free.counts.get("eth_getLogs")).toBe(asked);
    expect(await nodes.request(logsOf(1, 10))).toEqual([]);
  });

  test("behavior: wide ranges go to the nodes that take them", async () => {
    const [free, wide] = await behind("free", "public");
    if (free === undefined || wide === undefined) throw new Error("no provider");
    const nodes = transportOver([free, wide])({});
    for (let turn = 0; turn < 5; turn++) {
      expect(await nodes.request(logsOf(1, 100))).toEqual([]);
    }
    expect(free.counts.get("eth_getLogs") ?? 0).toBeLessThanOrEqual(1);
    expect(wide.counts.get("eth_getLogs")).toBe(5);
  });

  test("behavior: within a budget no request is refused for its rate", async () => {
    const [free] = await behind("free");
    if (free === undefined) throw new Error("no provider");
    const nodes = transportOver([free], 700)({});
    const asking = Array.from({ length: 60 }, () => nodes.request({ method: "eth_gasPrice" }));
    await Promise.all(asking);
    expect(free.traffic.limited).toBe(0);
  });

  test("behavior: whoever has patience is answered, however many ask", async () => {
    const [free] = await behind("free");
    if (free === undefined) throw new Error("no provider");
    const nodes = patientTransport(transportOver([free]))({});
    const asking = Array.from({ length: 150 }, () => nodes.request({ method: "eth_gasPrice" }));
    expect(await Promise.all(asking)).toHaveLength(150);
    expect(free.traffic.limited).toBeGreaterThan(0);
  });
});

describe("indexer with a budget", () => {
  test("behavior: it replays a chain behind a free plan and goes on", async () => {
    const [devnet, server] = await Promise.all([
      startDevnet({ chainIds: [80_094], blockTimeMs: null, provider: "free" }),
      startPostgres(),
    ]);
    try {
      const ponder = await startPonder({
        env: {
          DATABASE_URL: server.url,
          PONDER_RPC_URL_80094: devnet.chains[0]?.url ?? "",
          PONDER_RPC_BUDGET_80094: "1200",
          PONDER_START_BLOCK_80094: "0",
        },
      });
      try {
        await ponder.backfilled();
        expect(ponder.output()).not.toContain("Unable to find available JSON-RPC provider");
      } finally {
        await ponder.stop();
      }
    } finally {
      await Promise.all([devnet.stop(), server.stop()]);
    }
  }, 300_000);
});
