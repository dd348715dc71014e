import { type Address, encodeFunctionData, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../devnet/chains.ts";
import { WSTETH } from "../../devnet/protocols/lido.ts";
import { MARKET_MAKER } from "../../devnet/protocols/market-maker.ts";
import { RETH } from "../../devnet/protocols/rocket-pool.ts";
import type { GraphEdge } from "../../src/api/graph/snapshot.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import { MAX_SQRT_RATIO, MIN_SQRT_RATIO } from "../../src/protocols/uniswap-v3/tick-math.ts";
import { mined, sendAnswer } from "../harness/execution.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  ask,
  balanceOf,
  bodyOf,
  deal,
  sendFrom,
  type TradeBody,
  tokenOf,
} from "../harness/trading.ts";

const ETHER = 10n ** 18n;
const OWNER: Address = "0x00000000000000000000000000000000000a11ce";
/** Large enough to move a pool's price by percents, small enough that one path is best for it. */
const AMOUNT = ETHER;

const makerAbi = parseAbi([
  "function swapV2(address pair, bool zeroForOne, uint256 amountIn)",
  "function swapV3(address pool, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)",
]);

let weir: RunningService;
let node: DevnetClient;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 24n });
}, 300_000);

let receivers = 0;

/**
 * Executes the best route for the native currency; what arrives is what was answered, and the quote
 * says the same.
 */
async function stake(tokenOut: Address): Promise<TradeBody> {
  const receiver: Address = `0x${(++receivers).toString(16).padStart(8, "0")}${"0c".repeat(16)}`;
  // Of pools between the tokens, those that the market maker moves.
  const ignoreProtocols = "balancer-v2,balancer-v3,curve-factory,curve-crvusd-factory,curve-eth";
  const asked = { tokenIn: NATIVE, tokenOut, amountIn: `${AMOUNT}`, ignoreProtocols };
  const query = { fromAddress: OWNER, ...asked };
  const quote = await ask(weir, "quote", query);
  const body = bodyOf(await ask(weir, "route", { ...query, receiver, explain: "true" }));
  expect(quote.body.amountOut).toBe(body.amountOut);
  await mined(weir, await sendAnswer(node, body));
  expect(await balanceOf(node, tokenOut, receiver)).toBe(BigInt(body.amountOut));
  return body;
}

/** Pools of Uniswap's families that sell a token for another one. */
function poolsBetween(tokenIn: Address, tokenOut: Address): readonly GraphEdge[] {
  const edges = weir.service(1).snapshot().edges.get(tokenIn) ?? [];
  return edges.filter(
    ({ action, protocol, tokenOut: out }) =>
      action === "swap" && out === tokenOut && protocol.family.startsWith("uniswap-v"),
  );
}

/**
 * The market maker sells a part of what each pool between the tokens holds of it: `tokenIn` gets
 * cheap there.
 *
 * @param percent Of what the pool holds.
 */
async function sell(tokenIn: Address, tokenOut: Address, percent: bigint): Promise<void> {
  for (const { protocol, state } of poolsBetween(tokenIn, tokenOut)) {
    const pool = state.id as Address;
    const amountIn = ((await balanceOf(node, tokenIn, pool)) * percent) / 100n;
    await deal(node, { owner: MARKET_MAKER, token: tokenIn, amount: amountIn });
    const zeroForOne = BigInt(tokenIn) < BigInt(tokenOut);
    const limit = zeroForOne ? MIN_SQRT_RATIO + 1n : MAX_SQRT_RATIO - 1n;
    const data =
      protocol.family === "uniswap-v2"
        ? encodeFunctionData({
            ...{ abi: makerAbi, functionName: "swapV2", args: [pool, zeroForOne, amountIn] },
          })
        : encodeFunctionData({
            ...{ abi: makerAbi, functionName: "swapV3" },
            args: [pool, zeroForOne, amountIn, limit],
          });
    const hash = await sendFrom(node, OPERATOR, { to: MARKET_MAKER, data, gas: 8_000_000n });
    await mined(weir, hash, { label: protocol.family });
  }
}

/** What a route does besides wrapping: `<action> <protocol>` of each step. */
function stepsOf({ route }: TradeBody): readonly string[] {
  return route
    .filter(({ protocol }) => protocol !== "weth")
    .map(({ action, protocol }) => `${action} ${protocol}`);
}

describe("the best way into a liquid staking token", () => {
  test.each([
    ["wstETH", lower(WSTETH), "lido"],
    ["rETH", lower(RETH), "rocket-pool"],
  ] as const)(
    "behavior: %s by deposit or by exchange, as the pools' prices say",
    async (_, token, slug) => {
      const weth = tokenOf(weir, "WETH");
      // Who sells ether for the token makes it dear in the pools: the deposit pays more.
      await sell(weth, token, 20n);
      const deposited = await stake(token);
      expect(stepsOf(deposited).every((step) => step === `deposit ${slug}`)).toBe(true);
      expect(stepsOf(deposited)).not.toEqual([]);
      // Who sells the token makes it cheap: the exchanges pay more.
      await sell(token, weth, 60n);
      const exchanged = await stake(token);
      expect(stepsOf(exchanged).some((step) => step.startsWith("swap"))).toBe(true);
      expect(stepsOf(exchanged)).not.toContain(`deposit ${slug}`);
      expect(BigInt(exchanged.amountOut)).toBeGreaterThan(BigInt(deposited.amountOut));
    },
    240_000,
  );
});

interface TokenPage {
  readonly data: readonly { readonly address: Address }[];
  readonly meta: { readonly total: number; readonly lastPage: number };
}

describe("GET /api/v1/tokens on the devnet", () => {
  test("default: more than one page, none repeated or missed", async () => {
    const pages: TokenPage[] = [];
    for (let page = 1; page <= (pages[0]?.meta.lastPage ?? 1); page++) {
      const response = await weir.app.request(`/api/v1/tokens?chainId=1&page=${page}`);
      expect(response.status).toBe(200);
      pages.push((await response.json()) as TokenPage);
    }
    const addresses = pages.flatMap(({ data }) => data.map(({ address }) => address));
    expect(pages[0]?.data).toHaveLength(1_000);
    expect(addresses.length).toBeGreaterThan(1_000);
    expect(addresses).toHaveLength(pages[0]?.meta.total ?? 0);
    expect(new Set(addresses).size).toBe(addresses.length);
    const { tokens, defiTokens } = weir.service(1).snapshot();
    // What nobody but its owner can get is not listed: the two bootstrapping pools' shares.
    const open = [...tokens.keys()].filter((token) => !defiTokens.get(token)?.token.isClosed);
    expect(open).toHaveLength(tokens.size - 2);
    expect(new Set(addresses)).toEqual(new Set(open.map(lower)));
  });

  test("behavior: positions of every family, each one once, that its filters find", async () => {
    const list = async (query: string) => {
      const response = await weir.app.request(`/api/v1/nontokenized?chainId=1${query}`);
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as {
        data: { address: Address; protocol: string; positionId?: string }[];
      };
      return data;
    };
    const all = await list("");
    const ids = all.map(({ address, positionId }) => positionId ?? address);
    expect(new Set(ids).size).toBe(ids.length);
    const slugs = [...new Set(all.map(({ protocol }) => protocol))].sort();
    for (const slug of [
      ...["aura", "convex-finance", "morpho-blue", "sushiswap-masterchef", "uniswap-v2-staking"],
    ]) {
      expect(slugs).toContain(slug);
    }
    let found = 0;
    for (const slug of slugs) found += (await list(`&protocolSlug=${slug}`)).length;
    expect(found).toBe(all.length);
  });
});
