import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { coreWalletOf, ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { findFlow } from "../../src/api/router/find-flow.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { atOnce } from "../../src/lib/steps.ts";
import { createRandom } from "../api/router/market.ts";
import { NO_GAS } from "../api/router/requests.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  bodyOf,
  deal,
  type TradeBody,
  tokenOf,
} from "../harness/trading.ts";

const OWNER: Address = "0x0000000000000000000000000000000000501d01";
const RECEIVER: Address = "0x0000000000000000000000000000000000501d02";
/** Shares that are entered and left again, by each strategy. */
const SHARES = sized({ always: 4, nightly: 40 });
const SEED = campaignSeed(0);
const MILLION_USDC = 10n ** 12n;

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 26n });
  safe = await createSafe(weir, OWNER);
}, 300_000);

type Strategy = "router" | "delegate" | "corewallet";

/** Pools whose shares are entered and left with several tokens. */
function pools() {
  const { defiTokens, tokens } = weir.service(1).snapshot();
  return [...defiTokens.values()].flatMap(({ token, protocol, state }) => {
    const share = protocol.liquidity?.share(state);
    return share?.token === token.address && tokens.has(share.token)
      ? [{ share, slug: state.slug }]
      : [];
  });
}

/**
 * Gives the payer of a strategy an amount, asks for a trade of it, and executes the answer: what
 * arrives is what was answered.
 */
async function trade(
  strategy: Strategy,
  on: { readonly tokenIn: Address; readonly tokenOut: Address; readonly amountIn: bigint },
): Promise<TradeBody> {
  const { tokenIn, tokenOut, amountIn } = on;
  const payer = strategy === "delegate" ? safe.address : OWNER;
  const query = { fromAddress: payer, tokenIn, tokenOut, amountIn: `${amountIn}` };
  const quote = await ask(weir, "quote", query);
  const { status, body } = await ask(weir, "route", {
    ...{ ...query, receiver: RECEIVER, routingStrategy: strategy, explain: "true" },
  });
  const label = JSON.stringify({ strategy, query, body: { ...body, tx: undefined } });
  expect(status, label).toBe(200);
  expect(quote.body.amountOut, label).toBe(body.amountOut);
  if (tokenIn === NATIVE) {
    if (strategy === "delegate")
      await deal(node, { owner: payer, token: NATIVE, amount: amountIn });
  } else {
    await deal(node, { owner: payer, token: tokenIn, amount: amountIn });
    if (strategy !== "delegate") {
      const spender = strategy === "router" ? ROUTER_ADDRESS : coreWalletOf(OWNER);
      await approveExactly(node, { owner: OWNER, token: tokenIn, spender, amount: amountIn });
    }
  }
  const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () => {
    const hash =
      strategy === "delegate"
        ? await safe.delegateCall(body.tx, BigInt(body.gas))
        : await sendAnswer(node, body);
    await mined(weir, hash, { label });
  });
  expect(gained, label).toBe(BigInt(body.amountOut));
  return body;
}

/** Steps that take or pay several tokens. */
const wide = ({ route }: TradeBody) =>
  route.filter(({ tokenIn, tokenOut }) => tokenIn.length > 1 || tokenOut.length > 1);

describe("shares of pools", () => {
  test("default: a million dollars into a pair loses under 3 %, where its own edge loses 10 %", async () => {
    const snapshot = weir.service(1).snapshot();
    const pair = pools().find(
      ({ share, slug }) =>
        slug === "uniswap-v2" &&
        share.tokens.includes(tokenOf(weir, "USDC")) &&
        share.tokens.includes(tokenOf(weir, "WETH")),
    );
    if (pair === undefined) throw new Error("the devnet has no USDC/WETH pair");
    const [tokenIn, tokenOut] = [tokenOf(weir, "USDC"), pair.share.token];
    const asked = { tokenIn, tokenOut, amountIn: MILLION_USDC };
    const fair = snapshot.edges.get(tokenIn)?.find((edge) => edge.tokenOut === tokenOut);
    if (fair === undefined) throw new Error("the pair has no deposit");
    const price = fair.protocol.spotPrice(fair.state, fair, snapshot.next);
    const best = (MILLION_USDC * price.numerator) / price.denominator;
    const edges = atOnce(
      findFlow(snapshot, { ...asked, onlyProtocols: [], ignoreProtocols: [] }, NO_GAS),
    );
    const body = await trade("router", asked);
    const lost = (amount: bigint) => Number(((best - amount) * 10_000n) / best) / 100;
    const result = {
      entered: lost(BigInt(body.amountOut)),
      byEdges: edges.ok && lost(edges.route.amountOut),
    };
    expect(result.entered, JSON.stringify(result)).toBeLessThan(3);
    expect(result.byEdges, JSON.stringify(result)).toBeGreaterThan(8);
    expect(wide(body)).toHaveLength(1);
  }, 60_000);

  test.each([
    "router",
    "delegate",
    "corewallet",
  ] as const)(`default: shares entered and left by %s, to the wei, seed ${SEED}`, async (strategy) => {
    const random = createRandom(SEED + strategy.length);
    const symbols = ["USDC", "DAI", "WETH", "WBTC"].map((symbol) => tokenOf(weir, symbol));
    const tokens: readonly Address[] = [NATIVE, ...symbols];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const worth = new Map(
      tokens.map((token, i) => [token, [40n, 10n ** 5n, 10n ** 5n, 40n, 2n][i] ?? 1n]),
    );
    const seen = { entered: 0, left: 0, slugs: new Set<string>() };
    // The vault of Balancer V3 has its shares' balances, where a node cannot set them.
    const slugs = [...new Set(pools().map(({ slug }) => slug))].filter(
      (slug) => slug !== "balancer-v3",
    );
    for (let done = 0; done < SHARES; done++) {
      const slug = slugs[done % slugs.length];
      const { share } = pick(pools().filter((pool) => pool.slug === slug));
      const tokenIn = pick(tokens);
      const decimals = weir.service(1).snapshot().tokens.get(tokenIn)?.decimals ?? 18;
      const amountIn = (worth.get(tokenIn) ?? 1n) * 10n ** BigInt(decimals);
      const entered = await trade(strategy, { tokenIn, tokenOut: share.token, amountIn });
      if (wide(entered).length > 0) {
        seen.entered += 1;
        seen.slugs.add(slug ?? "");
      }
      const tokenOut = pick(tokens.filter((token) => token !== tokenIn));
      const left = await trade(strategy, {
        ...{ tokenIn: share.token, tokenOut, amountIn: (BigInt(entered.amountOut) * 9n) / 10n },
      });
      if (wide(left).length > 0) seen.left += 1;
    }
    expect(seen.entered, JSON.stringify(seen)).toBeGreaterThan(0);
    expect(seen.left, JSON.stringify(seen)).toBeGreaterThan(0);
  }, 300_000);

  test("behavior: both tokens of a pair are paid in as they are", async () => {
    const pool = pools().find(({ slug }) => slug === "sushiswap-v2");
    const state = weir
      .service(1)
      .snapshot()
      .pools.get(pool?.share.token ?? "");
    if (pool === undefined || state === undefined) throw new Error("the devnet has no such pair");
    const { share } = pool;
    const held = await Promise.all(
      share.tokens.map((token) => balanceOf(node, token, share.token)),
    );
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ fromAddress: OWNER, receiver: RECEIVER, tokenOut: share.token, explain: "true" },
        tokenIn: share.tokens.join(),
        amountIn: held.map((amount) => amount / 50n).join(),
      }),
    );
    expect(wide(body)).toHaveLength(1);
  }, 60_000);
});
