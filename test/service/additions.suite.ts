import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService, stopSharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { ask, bodyOf, dealApproved, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000ace0";
const RECEIVER: Address = "0x0000000000000000000000000000000000ace1b0";
const EXACT = sized({ always: 12, nightly: 6_000 });
const SEED = campaignSeed(71);
/** Nobody brings prices back: after some thousands of trades the market is drained. */
const PER_MARKET = 1_500;

let weir: RunningService;
let node: DevnetClient;

async function start(): Promise<void> {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 26n });
}

beforeAll(start, 300_000);

describe("amountOut", () => {
  test(`default: ${EXACT} random amounts out, executed or refused, and a unit less gives less, seed ${SEED}`, async () => {
    const random = createRandom(SEED);
    const named = ["WETH", "USDC", "USDT", "DAI", "WBTC", "LINK"].map((s) => tokenOf(weir, s));
    const tokens = [NATIVE, ...named];
    const pick = () => tokens[Math.floor(random() * tokens.length)] ?? NATIVE;
    const seen = { done: 0, proven: 0, near: 0, refused: 0 };
    for (let n = 0; n < EXACT; n++) {
      if (n > 0 && n % PER_MARKET === 0) {
        console.log(JSON.stringify(seen));
        await stopSharedService();
        await start();
      }
      const [tokenIn, tokenOut] = [pick(), pick()];
      if (tokenIn === tokenOut) continue;
      const decimals = weir.service(1).snapshot().tokens.get(tokenOut)?.decimals ?? 18;
      const wanted = BigInt(Math.floor(10 ** (random() * (decimals + 5)))) + 1n;
      const query = { fromAddress: OWNER, receiver: RECEIVER, tokenIn, tokenOut };
      const { status, body } = await ask(weir, "route", { ...query, amountOut: `${wanted}` });
      if (status === 422) {
        expect(body.code, JSON.stringify({ query, wanted: `${wanted}`, n, body })).toBe(
          "INSUFFICIENT_LIQUIDITY",
        );
        seen.refused += 1;
        continue;
      }
      expect(status, JSON.stringify({ query, body })).toBe(200);
      const amountIn = BigInt(body.amountIn ?? "0");
      expect(BigInt(body.amountOut)).toBeGreaterThanOrEqual(wanted);
      const pays = async (amount: bigint) => {
        const { status, body } = await ask(weir, "quote", { ...query, amountIn: `${amount}` });
        return status === 200 && BigInt(body.amountOut) >= wanted;
      };
      // Plans of neighbouring amounts differ by units.
      if (!(await pays(amountIn - 1n))) seen.proven += 1;
      else if (!(await pays(amountIn - amountIn / 10_000n - 1n))) seen.near += 1;
      if (tokenIn !== NATIVE) {
        const spender = ROUTER_ADDRESS;
        await dealApproved(node, { owner: OWNER, token: tokenIn, spender, amount: amountIn });
      }
      const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () =>
        mined(weir, await sendAnswer(node, body)),
      );
      expect(gained, JSON.stringify({ query, body })).toBe(BigInt(body.amountOut));
      seen.done += 1;
    }
    expect(seen.done).toBeGreaterThan(EXACT / 3);
    console.log(JSON.stringify(seen));
    expect(seen.proven / seen.done).toBeGreaterThan(0.85);
    // Where what is paid jumps back and forth, the searches may be used up.
    expect((seen.proven + seen.near) / seen.done).toBeGreaterThan(0.98);
  }, 7_200_000);

  test("behavior: what rounds on arrival is asked for again until it is enough", async () => {
    const { defiTokens, tokens } = weir.service(1).snapshot();
    const [aToken] = [...defiTokens].flatMap(([address, { protocol, token }]) =>
      protocol.family === "aave-v3" && token.underlyingTokens.includes(tokenOf(weir, "USDC"))
        ? [address]
        : [],
    );
    if (aToken === undefined || !tokens.has(aToken)) throw new Error("no aToken of USDC");
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ fromAddress: OWNER, receiver: RECEIVER, tokenIn: NATIVE, tokenOut: aToken },
        amountOut: "987654321",
      }),
    );
    expect(BigInt(body.amountOut)).toBeGreaterThanOrEqual(987_654_321n);
    expect(BigInt(body.amountOut)).toBeLessThan(987_654_321n + 10n);
  });
});

describe("slippage=auto", () => {
  test("default: 5 while prices rest, more after they moved, and the minimum follows it", async () => {
    const query = {
      ...{ fromAddress: OWNER, receiver: RECEIVER, tokenIn: NATIVE, slippage: "auto" },
      ...{ tokenOut: tokenOf(weir, "USDC"), amountIn: `${10n ** 18n}` },
    };
    const calm = bodyOf(await ask(weir, "route", query));
    expect(calm.slippage).toBeGreaterThanOrEqual(5);
    // Each window of five blocks has a large trade, one way and then the other.
    const [usdc, weth] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    for (let n = 0; n < 8; n++) {
      const [tokenIn, tokenOut] = n % 2 === 0 ? [weth, usdc] : [usdc, weth];
      const amount = n % 2 === 0 ? 400n * 10n ** 18n : 10n ** 12n;
      await dealApproved(node, { owner: OWNER, token: tokenIn, spender: ROUTER_ADDRESS, amount });
      const { body } = await ask(weir, "route", {
        ...{ fromAddress: OWNER, tokenIn, tokenOut, amountIn: `${amount}`, slippage: "5000" },
      });
      await mined(weir, await sendAnswer(node, body));
      for (let block = 0; block < 4; block++) await weir.mine(1);
    }
    const moved = await ask(weir, "route", query);
    const { slippage = 0, amountOut, minAmountOut } = moved.body;
    expect(slippage).toBeGreaterThan(calm.slippage ?? 0);
    expect(slippage).toBeLessThanOrEqual(300);
    expect(BigInt(minAmountOut)).toBe((BigInt(amountOut) * (10_000n - BigInt(slippage))) / 10_000n);
    const fixed = await ask(weir, "route", { ...query, slippage: "30" });
    expect(fixed.body).not.toHaveProperty("slippage");
  }, 300_000);
});
