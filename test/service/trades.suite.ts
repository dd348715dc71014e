import { type Address, isAddress } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { createPriceBook, usdPerUnit } from "../../src/api/prices/prices.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { min } from "../../src/lib/math.ts";
import { createRandom } from "../api/router/market.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { approveExactly, ask, balanceOf, bodyOf, deal, tokenOf } from "../harness/trading.ts";

const TRADES = sized({ always: 12, nightly: 1_000 });
const SEED = campaignSeed(20_26);
/** Of one trade. */
const MOST_USD = 20_000_000;
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";

let weir: RunningService;
let node: DevnetClient;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.impersonateAccount({ address: SENDER });
  await node.setBalance({ address: SENDER, value: 10n ** 30n });
}, 300_000);

/** What the pool that holds most of a token holds of it. */
async function depth(snapshot: Snapshot, token: Address): Promise<bigint> {
  const pools = (snapshot.edges.get(token) ?? []).filter(
    (edge) => edge.action === "swap" && isAddress(edge.state.id),
  );
  const held = await Promise.all(
    pools.map((edge) => balanceOf(node, token, edge.state.id as Address)),
  );
  return held.reduce((most, amount) => (amount > most ? amount : most), 0n);
}

/**
 * A fifth of that, and no more than what leaves the market to the tests that follow: some contracts
 * hold more of a stablecoin than all others can exchange.
 */
async function mostOf(snapshot: Snapshot, token: Address): Promise<bigint> {
  const most = (await depth(snapshot, token)) / 5n;
  const usd = usdPerUnit(createPriceBook(snapshot), token);
  return usd === null || usd <= 0 ? most : min(most, BigInt(Math.floor(MOST_USD / usd)));
}

/** Gives the sender the amount and approves exactly it; mined together with the trade. */
async function fund(token: Address, amount: bigint, spender: Address): Promise<void> {
  if (token === NATIVE) return;
  await deal(node, { owner: SENDER, token, amount });
  await approveExactly(node, { owner: SENDER, token, spender, amount });
}

describe("random trades", () => {
  test(`default: ${TRADES} trades: quote, route and what arrives are one number, seed ${SEED}`, async () => {
    const random = createRandom(SEED);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const { tokens: listed, defiTokens } = weir.service(1).snapshot();
    // Issued tokens cannot be dealt, and the long tail has one pool each.
    const tokens = [...listed.values()]
      .filter(({ address, symbol }) => !defiTokens.has(address) && !symbol?.startsWith("TAIL"))
      .map(({ address }) => address);
    const seen = { split: 0, native: 0, multiHop: 0, families: new Set<string>() };
    const refused: string[] = [];
    let done = 0;
    let worstGas = 0;
    for (let attempt = 0; done < TRADES; attempt++) {
      expect(attempt, `too many trades without an answer: ${refused.join(" ")}`).toBeLessThan(
        2 * TRADES,
      );
      const tokenIn = random() < 0.1 ? NATIVE : pick(tokens);
      const tokenOut = random() < 0.1 ? NATIVE : pick(tokens);
      if (tokenIn === tokenOut) continue;
      const snapshot = weir.service(1).snapshot();
      const most = await mostOf(snapshot, tokenIn === NATIVE ? snapshot.wrappedNative : tokenIn);
      if (most === 0n) continue;
      const exponent = random();
      const amountIn = BigInt(Math.max(1, Math.floor(Number(most) ** exponent)));
      const query = { fromAddress: SENDER, tokenIn, tokenOut, amountIn: `${amountIn}` };

      const quote = await ask(weir, "quote", query);
      const route = await ask(weir, "route", { ...query, receiver: RECEIVER, explain: "true" });
      expect(quote.status, JSON.stringify(quote.body)).toBe(route.status);
      if (route.status !== 200) {
        refused.push(`${route.body.code}`);
        const isHonest = ["AMOUNT_TOO_SMALL", "INSUFFICIENT_LIQUIDITY", "NO_ROUTE"];
        expect(isHonest, JSON.stringify({ query, ...route.body })).toContain(route.body.code);
        continue;
      }
      expect(quote.body.amountOut).toBe(route.body.amountOut);
      expect(route.body.createdAt).toBe(snapshot.block.number);

      await fund(tokenIn, amountIn, route.body.tx.to);
      const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () => {
        const label = JSON.stringify({ query, body: route.body });
        const receipt = await mined(weir, await sendAnswer(node, route.body), { label });
        expect(receipt.blockNumber).toBe(BigInt(route.body.createdAt + 1));
        worstGas = Math.max(worstGas, Number(receipt.gasUsed) / Number(route.body.gas));
      });
      expect(gained).toBe(BigInt(route.body.amountOut));

      const { legs } = route.body.explain;
      const pools = legs.map((leg) => snapshot.pools.get(leg.pool)?.slug ?? "");
      for (const slug of pools) seen.families.add(slug);
      if (tokenIn === NATIVE || tokenOut === NATIVE) seen.native += 1;
      if (legs.length > 1) seen.multiHop += 1;
      if (route.body.route.some((step) => step.protocol === "core")) seen.split += 1;
      done += 1;
    }
    console.log(
      `${done} trades; refused ${refused.length}; ${JSON.stringify({ ...seen, families: [...seen.families] })}; most gas used ${(100 * worstGas).toFixed(1)} % of the limit`,
    );
    expect(seen.native).toBeGreaterThan(TRADES / 10);
    expect(seen.split).toBeGreaterThan(TRADES / 10);
    for (const slug of ["uniswap-v2", "sushiswap-v2", "uniswap-v3", "pancakeswap-v3"]) {
      expect(seen.families).toContain(slug);
    }
  }, 1_800_000);

  test("behavior: every quote that was sampled is what is simulated", async () => {
    const text = await (await weir.app.request("/metrics")).text();
    const samples = (outcome: string) =>
      Number(text.match(`weir_quote_samples_total{chain="1",outcome="${outcome}"} (\\d+)`)?.[1]);
    expect(samples("equal")).toBeGreaterThan(TRADES / 10);
    expect(weir.errors.filter((line) => line.includes("what is simulated"))).toEqual([]);
    expect([samples("different"), samples("reverted")]).toEqual([0, 0]);
  });

  test("error: a transaction reverts when the price moved past its slippage", async () => {
    const usdc = tokenOf(weir, "USDC");
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ fromAddress: SENDER, receiver: RECEIVER, tokenIn: NATIVE, tokenOut: usdc },
        ...{ amountIn: `${500n * 10n ** 18n}`, slippage: "5" },
      }),
    );
    const before = await balanceOf(node, usdc, RECEIVER);
    // The first of two equal transactions moves the price that the second meets.
    const hashes = [await sendAnswer(node, body), await sendAnswer(node, body)];
    await weir.mine(1);
    const receipts = await Promise.all(hashes.map((hash) => node.getTransactionReceipt({ hash })));
    expect(receipts.map((receipt) => receipt.status)).toEqual(["success", "reverted"]);
    expect((await balanceOf(node, usdc, RECEIVER)) - before).toBe(BigInt(body.amountOut));
  });

  test("behavior: the fee reaches its receiver and the rest is routed, for ERC-20 and native input", async () => {
    const [usdc, weth] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    for (const tokenIn of [weth, NATIVE]) {
      const feeReceiver: Address = "0x00000000000000000000000000000000000fee00";
      const amountIn = 10n ** 18n;
      const fees = { fee: "100", feeReceiver, amountIn: `${amountIn}` };
      const body = bodyOf(
        await ask(weir, "route", {
          ...{ fromAddress: SENDER, tokenIn, tokenOut: usdc, receiver: RECEIVER },
          ...fees,
        }),
      );
      await fund(tokenIn, amountIn, body.tx.to);
      const before = [
        await balanceOf(node, tokenIn, feeReceiver),
        await balanceOf(node, usdc, RECEIVER),
      ] as const;
      await mined(weir, await sendAnswer(node, body));
      expect((await balanceOf(node, tokenIn, feeReceiver)) - before[0]).toBe(amountIn / 100n);
      expect((await balanceOf(node, usdc, RECEIVER)) - before[1]).toBe(BigInt(body.amountOut));
    }
  });
});
