import { pino } from "pino";
import { type Address, createPublicClient } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PROVIDER_CLASSES, type ProviderName } from "../../devnet/provider/classes.ts";
import { type Provider, startProvider } from "../../devnet/provider/provider.ts";
import { createChainService, type RunningChainService } from "../../src/api/chain/chain-service.ts";
import { createPoolHistories } from "../../src/api/history/pools.ts";
import { createApp } from "../../src/api/http/app.ts";
import { createStreams } from "../../src/api/http/streams.ts";
import { createAnswers } from "../../src/api/main/answers.ts";
import { createMetrics } from "../../src/api/metrics/metrics.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import type { NodeMeans } from "../../src/nodes/simulators/chain-simulation.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { approveExactly, ask, balanceOf, deal, sendFrom, tokenOf } from "../harness/trading.ts";

const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const ONE = 10n ** 18n;
const MEANS: Readonly<Record<ProviderName, NodeMeans>> = {
  ...{ geth: "eth_simulateV1", reth: "eth_simulateV1", free: "eth_simulateV1" },
  ...{
    public: "eth_simulateV1",
    archive: "eth_simulateV1",
    nitro: "eth_call",
    bor: "eth_call",
    coreth: "eth_call",
  },
};
const log = pino({ level: "silent" });

let weir: RunningService;
let node: DevnetClient;
const rows: string[] = [];

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: SENDER, value: 10n ** 24n });
}, 300_000);

afterAll(async () => {
  if (rows.length > 0) console.log(["requests behind each class:", ...rows].join("\n"));
});

/** The service as it is when its only node is of a class; the index stays what it is. */
async function behind(name: ProviderName) {
  const nodeUrl = weir.devnet.chains[0]?.url ?? "";
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is unknown");
  const provider = await startProvider({ nodeUrl, name });
  const transport = nodesTransport({ chainId: 1, urls: [provider.url], log, waitMs: 1_000 });
  const metrics = createMetrics();
  const service = await createChainService({
    ...{ chain, store: weir.store, log, wsUrl: provider.wsUrl, protocols: PROTOCOLS },
    client: createPublicClient({ transport, cacheTime: 0 }),
    limits: { maxLagChainSeconds: 60, maxLagSeconds: 30 },
    earliestBlock: 0,
    meter: metrics.chain(1),
  });
  const app = createApp({
    ...{ chains: new Map([[1, service]]), protocols: PROTOCOLS, log, metrics },
    poolHistory: createPoolHistories(PROTOCOLS),
    publicUrl: "http://127.0.0.1:42069",
    streams: createStreams(),
    ...createAnswers({ share: 0, log }),
  });
  return { provider, service, rented: { ...weir, app, service: () => service } };
}

async function caughtUp(service: RunningChainService): Promise<void> {
  const { hash } = await node.getBlock();
  const isThere = () => service.status().ready && service.lastSnapshot()?.block.hash === hash;
  await vi.waitUntil(isThere, { timeout: 60_000, interval: 20 });
}

/** What a question costs the node, by method. */
async function counted<T>(provider: Provider, asking: () => Promise<T>) {
  const before = new Map(provider.counts);
  const answer = await asking();
  const asked = [...provider.counts]
    .map(([method, count]) => [method, count - (before.get(method) ?? 0)] as const)
    .filter(([method, count]) => count > 0 && method !== "eth_getBlockByNumber");
  return {
    answer,
    cost: asked.map(([method, count]) => `${count} ${method}`).join(", ") || "none",
  };
}

/** Sends a transaction that was answered, with the gas that was answered. @returns What arrived. */
async function executed(
  body: Awaited<ReturnType<typeof ask>>["body"],
  token: Address,
  receiver: Address,
): Promise<bigint> {
  const before = await balanceOf(node, token, receiver);
  const { to, data, value } = body.tx;
  const tx = { to, data, value: BigInt(value), gas: BigInt(body.gas) };
  const hash = await sendFrom(node, SENDER, tx);
  await weir.mine(1);
  expect((await node.getTransactionReceipt({ hash })).status).toBe("success");
  return (await balanceOf(node, token, receiver)) - before;
}

describe.each(Object.keys(PROVIDER_CLASSES) as ProviderName[])("behind %s", (name) => {
  let provider: Provider;
  let service: RunningChainService;
  let rented: RunningService;
  let usdc: Address;

  beforeAll(async () => {
    ({ provider, service, rented } = await behind(name));
    await caughtUp(service);
    usdc = tokenOf(weir, "USDC");
  }, 120_000);

  afterAll(async () => {
    await service?.close();
    await provider?.stop();
  });

  test("default: it is ready, and says how it simulates", async () => {
    await expect.poll(() => service.status().simulation).toEqual([MEANS[name]]);
    const ready = await rented.app.request("/ready");
    expect(ready.status).toBe(200);
    expect(await ready.text()).toContain(`"simulation":["${MEANS[name]}"]`);
    // Every token was tried by this node: as many passed as at the node itself.
    expect(service.snapshot().tokens.size).toBe(weir.service(1).snapshot().tokens.size);
  });

  test("behavior: a route gives what was answered, to the wei", async () => {
    const query = { fromAddress: SENDER, tokenIn: usdc, tokenOut: NATIVE, amountIn: "5000000000" };
    const quote = await counted(provider, () => ask(rented, "quote", query));
    expect(quote.answer.status).toBe(200);
    const route = await counted(provider, () =>
      ask(rented, "route", { ...query, receiver: RECEIVER }),
    );
    const { status, body } = route.answer;
    expect(status, JSON.stringify(body)).toBe(200);
    expect(quote.answer.body.amountOut).toBe(body.amountOut);
    const trials = [...provider.counts.values()].reduce((sum, count) => sum + count, 0);
    rows.push(`${name}: ${trials} in all so far; quote ${quote.cost}; route ${route.cost}`);
    await deal(node, { owner: SENDER, token: usdc, amount: 5_000_000_000n });
    const spender = body.tx.to;
    await approveExactly(node, { owner: SENDER, token: usdc, spender, amount: 5_000_000_000n });
    expect(await executed(body, NATIVE, RECEIVER)).toBe(BigInt(body.amountOut));
    await caughtUp(service);
  });

  test("behavior: so does a bundle in a core wallet", async () => {
    const dai = tokenOf(weir, "DAI");
    const args = { tokenIn: NATIVE, tokenOut: usdc, amountIn: `${ONE}`, slippage: "50" };
    const next = { useOutputOfCallAt: 0 };
    const actions = [
      { protocol: "core", action: "route", args },
      {
        protocol: "core",
        action: "route",
        args: { ...args, ...{ tokenIn: usdc, tokenOut: dai }, amountIn: next },
      },
    ];
    const query = { fromAddress: SENDER, routingStrategy: "corewallet", receiver: RECEIVER };
    const { answer, cost } = await counted(provider, () => ask(rented, "bundle", query, actions));
    const { status, body } = answer;
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(`${name}: bundle ${cost}`);
    expect(await executed(body, dai, RECEIVER)).toBe(BigInt(body.amountsOut[dai] ?? 0));
    await caughtUp(service);
  });

  test("error: what reverts is said in the same words", async () => {
    const query = { fromAddress: SENDER, tokenIn: NATIVE, tokenOut: usdc, amountIn: `${ONE}` };
    const { status, body } = await ask(rented, "route", {
      ...query,
      minAmountOut: `${10n ** 12n}`,
    });
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
  });
});
