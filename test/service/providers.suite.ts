import type { Address, Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_CLASSES, type ProviderName } from "../../devnet/provider/classes.ts";
import type { Provider } from "../../devnet/provider/provider.ts";
import type { RunningChainService } from "../../src/api/chain/chain-service.ts";
import { verify } from "../../src/api/verify/verify.ts";
import { NATIVE } from "../../src/lib/address.ts";
import type { NodeMeans } from "../../src/nodes/simulators/chain-simulation.ts";
import { createRandom } from "../api/router/market.ts";
import { type Account7702, createAccount7702 } from "../harness/account-7702.ts";
import { act, askCoreBundle, out } from "../harness/bundles.ts";
import type { ChaosRpc } from "../harness/chaos-rpc.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, bodyOf, deal, dealApproved, type TradeBody, tokenOf } from "../harness/trading.ts";
import { behind, caughtUp } from "./rented-node.ts";

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
const PATIENT = { timeout: 60_000, interval: 50 };

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;
let account: Account7702;
const rows: string[] = [];

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: SENDER, value: 10n ** 24n });
  safe = await createSafe(weir, SENDER);
  account = await createAccount7702(weir);
}, 300_000);

afterAll(async () => {
  if (rows.length > 0) console.log(["requests behind each class:", ...rows].join("\n"));
});

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

/** Sends a transaction that was answered. @returns What its receiver gains of a token. */
function executed(token: Address, send: () => Promise<Hex>): Promise<bigint> {
  return gainOf(node, { token, owner: RECEIVER }, async () => mined(weir, await send()));
}

describe.each(Object.keys(PROVIDER_CLASSES) as ProviderName[])("behind %s", (name) => {
  let provider: Provider;
  let chaos: ChaosRpc;
  let service: RunningChainService;
  let rented: RunningService;
  let usdc: Address;

  beforeAll(async () => {
    ({ provider, chaos, service, rented } = await behind(weir, name));
    await caughtUp(weir, service);
    usdc = tokenOf(weir, "USDC");
  }, 120_000);

  afterAll(async () => {
    await service?.close();
    await chaos?.stop();
    await provider?.stop();
  });

  test("default: it is ready, and says how it simulates", async () => {
    await expect.poll(() => service.status().simulation, PATIENT).toEqual([MEANS[name]]);
    // What the start asked of a node that refuses at times may not be over.
    const ready = () => rented.app.request("/ready");
    await expect.poll(async () => (await ready()).status, PATIENT).toBe(200);
    expect(await (await ready()).text()).toContain(`"simulation":["${MEANS[name]}"]`);
    // Every token is tried by this node: as many pass as at the node itself.
    const known = () => service.lastSnapshot()?.tokens.size;
    await expect.poll(known, PATIENT).toBe(weir.service(1).snapshot().tokens.size);
  }, 200_000);

  test("behavior: a route gives what was answered, to the wei", async () => {
    const query = { fromAddress: SENDER, tokenIn: usdc, tokenOut: NATIVE, amountIn: "5000000000" };
    const quote = await counted(provider, () => ask(rented, "quote", query));
    expect(quote.answer.status).toBe(200);
    const route = await counted(provider, () =>
      ask(rented, "route", { ...query, receiver: RECEIVER }),
    );
    const body = bodyOf(route.answer);
    expect(quote.answer.body.amountOut).toBe(body.amountOut);
    const trials = [...provider.counts.values()].reduce((sum, count) => sum + count, 0);
    rows.push(`${name}: ${trials} in all so far; quote ${quote.cost}; route ${route.cost}`);
    const spender = body.tx.to;
    await dealApproved(node, { owner: SENDER, token: usdc, spender, amount: 5_000_000_000n });
    const gained = await executed(NATIVE, () => sendAnswer(node, body));
    expect(gained).toBe(BigInt(body.amountOut));
    await caughtUp(weir, service);
  });

  test("behavior: so does a bundle in a core wallet", async () => {
    const dai = tokenOf(weir, "DAI");
    const args = { tokenIn: NATIVE, tokenOut: usdc, amountIn: `${ONE}`, slippage: "50" };
    const actions = [
      act("core", "route", args),
      act("core", "route", { ...args, tokenIn: usdc, tokenOut: dai, amountIn: out(0) }),
    ];
    const query = { receiver: RECEIVER };
    const { answer, cost } = await counted(provider, () =>
      askCoreBundle(rented, SENDER, { actions, query }),
    );
    const body = bodyOf(answer);
    rows.push(`${name}: bundle ${cost}`);
    const gained = await executed(dai, () => sendAnswer(node, body));
    expect(gained).toBe(BigInt(body.amountsOut[dai] ?? 0));
    await caughtUp(weir, service);
  });

  test("behavior: so do routes of a Safe and of an EIP-7702 account", async () => {
    const amountIn = 3_000_000_000n;
    const executions: readonly (readonly [Address, (body: TradeBody) => Promise<Hex>])[] = [
      [safe.address, ({ tx, gas }) => safe.delegateCall(tx, BigInt(gas))],
      [account.address, ({ tx, gas }) => account.callItself(tx.data, BigInt(gas))],
    ];
    for (const [from, execute] of executions) {
      await deal(node, { owner: from, token: usdc, amount: amountIn });
      const body = bodyOf(
        await ask(rented, "route", {
          ...{ fromAddress: from, tokenIn: usdc, tokenOut: NATIVE, amountIn: `${amountIn}` },
          ...{ receiver: RECEIVER, routingStrategy: "delegate" },
        }),
      );
      expect(await executed(NATIVE, () => execute(body))).toBe(BigInt(body.amountOut));
      await caughtUp(weir, service);
    }
  });

  test("error: what reverts is said in the same words", async () => {
    const query = { fromAddress: SENDER, tokenIn: NATIVE, tokenOut: usdc, amountIn: `${ONE}` };
    const { status, body } = await ask(rented, "route", {
      ...query,
      minAmountOut: `${10n ** 12n}`,
    });
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
  });

  test("behavior: a past quote is what it was", async () => {
    const query = { fromAddress: SENDER, tokenIn: usdc, tokenOut: NATIVE, amountIn: "7000000000" };
    const asked = { ...query, simulate: "true" };
    const { number } = service.snapshot().block;
    const then = await ask(rented, "quote", asked);
    expect(then.status, JSON.stringify(then.body)).toBe(200);
    await weir.mine(1);
    await caughtUp(weir, service);
    const past = { ...asked, blockNumber: `${number}` };
    const { answer, cost } = await counted(provider, () => ask(rented, "quote", past));
    expect(answer).toEqual(then);
    rows.push(`${name}: past quote ${cost}`);
  });

  test("behavior: random states and routes are what the node does, as `npm run verify` tells", async () => {
    const compared = await verify({
      ...{ service, overrides: [], random: createRandom(18) },
      ...{ states: 1, routes: 3, families: ["uniswap-v3", "aave-v3", "erc4626"] },
      onCompared: () => undefined,
    });
    expect(compared.flatMap(({ findings }) => findings)).toEqual([]);
    for (const { subject, counts } of compared) {
      expect(counts.equal + counts.rounded, subject).toBeGreaterThan(0);
    }
  });

  test("error: refused while it is out of reach, and right again after", async () => {
    const query = { fromAddress: SENDER, tokenIn: NATIVE, tokenOut: usdc, amountIn: `${ONE}` };
    const before = await ask(rented, "route", query);
    for (const fault of [{ kind: "down" }, { kind: "status", status: 500 }] as const) {
      chaos.set(fault);
      // Another one each time: what was answered is remembered.
      const amountIn = `${ONE + BigInt(fault.kind.length)}`;
      const { status, body } = await ask(rented, "route", { ...query, amountIn });
      expect(status).toBe(503);
      expect(["UPSTREAM_UNAVAILABLE", "INDEX_STALE"]).toContain(body.code);
    }
    chaos.set({ kind: "none" });
    await expect.poll(() => ask(rented, "route", query)).toEqual(before);
  });
});
