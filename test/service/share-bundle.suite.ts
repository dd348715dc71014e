import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { PendleMarket } from "../../src/protocols/pendle/state.ts";
import { act, askBundle, createWallet, executeBundle, out } from "../harness/bundles.ts";
import type { Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { ask, balanceOf, deal, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000005ba3e5";
const REFUNDED: Address = "0x00000000000000000000000000000000005ba3e6";
const SLUGS = ["uniswap-v2", "sushiswap-v2", "balancer-v2", "curve"];

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;

beforeAll(async () => {
  ({ weir, safe } = await createWallet(OWNER));
  node = weir.node(1);
}, 300_000);

/**
 * Pools of a protocol whose tokens can be given to the Safe, with a thousandth of what they hold of
 * each.
 */
function poolsOf(slug: string) {
  const { defiTokens, tokens, next } = weir.service(1).snapshot();
  return [...defiTokens.values()].flatMap(({ token, protocol, state }) => {
    const share = protocol.liquidity?.share(state);
    const isPlain = share?.tokens.every((each) => !defiTokens.has(each)) ?? false;
    if (state.slug !== slug || share?.token !== token.address || !isPlain) return [];
    if (!tokens.has(share.token)) return [];
    const held = protocol.holdings(state, next);
    const amounts = share.tokens.map(
      (each) => (held.find((holding) => holding.token === each)?.amount ?? 0n) / 1_000n,
    );
    return [{ share, amounts, primaryAddress: token.primaryAddress }];
  });
}

describe("bundles of shares", () => {
  test.each(SLUGS)("default: all tokens of a pool of %s in and out again", async (slug) => {
    for (const { share, amounts, primaryAddress } of poolsOf(slug).slice(0, 3)) {
      for (const [i, token] of share.tokens.entries()) {
        await deal(node, { owner: safe.address, token, amount: amounts[i] ?? 0n });
      }
      const tokens = share.tokens;
      const enter = act(slug, "deposit", {
        ...{ tokenIn: tokens, amountIn: amounts.map(String), tokenOut: share.token },
        primaryAddress,
      });
      const planned = await askBundle({ weir, safe }, [enter]);
      const minted = BigInt(planned.body.amountsOut[share.token] ?? "0");
      expect(minted, JSON.stringify({ ...planned.body, tx: undefined })).toBeGreaterThan(0n);
      await executeBundle({ weir, safe }, [enter]);
      expect(await balanceOf(node, share.token, safe.address)).toBe(minted);
      // What pools keep for themselves is all that a round trip in proportion costs.
      const leave = act(slug, "redeem", {
        ...{ tokenIn: share.token, amountIn: `${minted}`, tokenOut: tokens, primaryAddress },
        minAmountOut: amounts.map((amount) => `${(amount * 98n) / 100n}`),
      });
      await executeBundle({ weir, safe }, [leave]);
      expect(await balanceOf(node, share.token, safe.address)).toBe(0n);
    }
  }, 120_000);

  test("behavior: an entry of outputs, whose rest goes to the refund receiver", async () => {
    const [USDC, WETH] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    const pool = poolsOf("uniswap-v2").find(
      ({ share }) => share.tokens.includes(USDC) && share.tokens.includes(WETH),
    );
    if (pool === undefined) throw new Error("the devnet has no USDC/WETH pair");
    await deal(node, { owner: safe.address, token: USDC, amount: 10n ** 10n });
    const before = await balanceOf(node, USDC, REFUNDED);
    const query = { refundReceiver: REFUNDED };
    await executeBundle(
      { weir, safe },
      [
        act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: `${10n ** 9n}` }),
        act("uniswap-v2", "deposit", {
          ...{ tokenIn: [WETH, USDC], amountIn: [out(0), `${5n * 10n ** 9n}`] },
          tokenOut: pool.share.token,
        }),
      ],
      query,
    );
    expect((await balanceOf(node, USDC, REFUNDED)) - before).toBeGreaterThan(3n * 10n ** 9n);
  }, 60_000);

  test("behavior: a minimum above what is minted is refused, and so are other tokens", async () => {
    const [pool] = poolsOf("sushiswap-v2");
    if (pool === undefined) throw new Error("the devnet has no pair of sushiswap-v2");
    const { share, amounts } = pool;
    const given = { tokenIn: share.tokens, amountIn: amounts.map(String), tokenOut: share.token };
    const limited = await askBundle({ weir, safe }, [
      act("sushiswap-v2", "deposit", { ...given, minAmountOut: `${10n ** 40n}` }),
    ]);
    expect(limited.body.code).toBe("SIMULATION_FAILED");
    const tiny = await askBundle({ weir, safe }, [
      act("sushiswap-v2", "redeem", {
        ...{ tokenIn: share.token, amountIn: "1", tokenOut: share.tokens },
      }),
    ]);
    expect(tiny.status, JSON.stringify(tiny.body)).toBe(422);
    const [first] = share.tokens;
    const other = await askBundle({ weir, safe }, [
      act("sushiswap-v2", "deposit", { ...given, tokenIn: [first, tokenOf(weir, "UNI")] }),
    ]);
    expect(other.body, JSON.stringify(other.body)).toMatchObject({ code: "ACTION_UNSUPPORTED" });
    expect(other.body.message).toContain(share.tokens[1]);
  }, 60_000);

  test("behavior: a route in a bundle enters with all tokens where that pays more", async () => {
    const [USDC, WETH] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    const pool = poolsOf("uniswap-v2").find(
      ({ share }) => share.tokens.includes(USDC) && share.tokens.includes(WETH),
    );
    if (pool === undefined) throw new Error("the devnet has no USDC/WETH pair");
    const amountIn = `${5n * 10n ** 11n}`;
    await deal(node, { owner: safe.address, token: USDC, amount: BigInt(amountIn) });
    const asked = { tokenIn: USDC, tokenOut: pool.share.token, amountIn };
    const quote = await ask(weir, "quote", { fromAddress: safe.address, ...asked });
    const { body } = await executeBundle({ weir, safe }, [act("core", "route", asked)]);
    const gained = BigInt(body.amountsOut[pool.share.token] ?? "0");
    expect(gained).toBeGreaterThan((BigInt(quote.body.amountOut) * 999n) / 1_000n);
  }, 60_000);

  test("behavior: liquidity of Pendle is entered with SY alone to the wei, and left for both", async () => {
    const states = [...weir.service(1).snapshot().pools.values()];
    const found = states.find((state) => state.slug === "pendle" && "pt" in state);
    if (found === undefined) throw new Error("the devnet has no market of Pendle");
    const { address, sy, pt } = found as PendleMarket;
    const amountIn = 3n * 10n ** 18n;
    await deal(node, { owner: safe.address, token: sy, amount: amountIn });
    const enter = act("pendle", "deposit", {
      ...{ tokenIn: sy, amountIn: `${amountIn}`, tokenOut: address, primaryAddress: address },
    });
    const planned = await askBundle({ weir, safe }, [enter]);
    const minted = BigInt(planned.body.amountsOut[address] ?? "0");
    expect(minted, JSON.stringify({ ...planned.body, tx: undefined })).toBeGreaterThan(0n);
    await executeBundle({ weir, safe }, [enter]);
    expect(await balanceOf(node, address, safe.address)).toBe(minted);
    const leave = act("pendle", "redeem", {
      ...{ tokenIn: address, amountIn: `${minted / 2n}`, tokenOut: [sy, pt] },
      primaryAddress: address,
    });
    const { body } = await executeBundle({ weir, safe }, [leave]);
    for (const token of [sy, pt]) {
      const paid = BigInt(body.amountsOut[token] ?? "0");
      expect(paid).toBeGreaterThan(0n);
      expect(await balanceOf(node, token, safe.address)).toBe(paid);
    }
    const back = act("pendle", "deposit", {
      ...{ tokenIn: [sy, pt], tokenOut: address, primaryAddress: address },
      amountIn: [body.amountsOut[sy], body.amountsOut[pt]],
    });
    await executeBundle({ weir, safe }, [back]);
    // What does not fit stays with the wallet, a unit or so of each.
    const lost = minted - (await balanceOf(node, address, safe.address));
    expect(lost).toBeLessThan(10n);
  }, 60_000);

  test("behavior: YT of Pendle is bought, and what it and liquidity earn is claimed", async () => {
    const states = [...weir.service(1).snapshot().pools.values()];
    const found = states.find((state) => state.slug === "pendle" && "pt" in state);
    if (found === undefined) throw new Error("the devnet has no market of Pendle");
    const { address, sy, yt } = found as PendleMarket;
    const [PENDLE, amountIn] = [tokenOf(weir, "PENDLE"), `${10n ** 18n}`];
    await deal(node, { owner: safe.address, token: sy, amount: 2n * 10n ** 18n });
    await executeBundle({ weir, safe }, [
      act("core", "route", { tokenIn: sy, tokenOut: yt, amountIn }),
      act("pendle", "deposit", { tokenIn: sy, tokenOut: address, amountIn }),
    ]);
    // Of a unit of the asset, YT is some hundredths.
    expect(await balanceOf(node, yt, safe.address)).toBeGreaterThan(10n ** 19n);
    await node.mine({ blocks: 20 });
    await weir.mine(1);
    const before = await balanceOf(node, sy, safe.address);
    const { body } = await executeBundle({ weir, safe }, [
      act("pendle", "harvest", { token: address }),
      act("pendle", "harvest", { token: yt }),
    ]);
    const pendle = await balanceOf(node, PENDLE, safe.address);
    expect(pendle).toBeGreaterThan(0n);
    expect(body.amountsOut[PENDLE]).toBe(`${pendle}`);
    const interest = (await balanceOf(node, sy, safe.address)) - before;
    expect(body.amountsOut[sy] ?? "0").toBe(`${interest}`);
  }, 60_000);
});
