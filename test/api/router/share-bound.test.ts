import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { GraphEdge, Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findShareRoute } from "../../../src/api/router/shares/find-share-route.ts";
import { sqrtDown } from "../../../src/lib/sqrt.ts";
import { atOnce } from "../../../src/lib/steps.ts";
import type { BurnQuote } from "../../../src/protocols/liquidity.ts";
import type { PoolState, Protocol, Quote } from "../../../src/protocols/protocol.ts";
import { solidly } from "../../../src/protocols/solidly/index.ts";
import type { SolidlyPool } from "../../../src/protocols/solidly/pool.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { quoteSwap } from "../../../src/protocols/uniswap-v2/swap.ts";
import { sized } from "../../harness/size.ts";
import { addressOf, createRandom, snapshotOf, v2Pool } from "./market.ts";
import { NO_GAS } from "./requests.ts";

const RUNS = sized({ always: 16, nightly: 300 });
/** Parts in which the brute force divides an amount. */
const STEPS = 48n;
const [A, B] = [addressOf("token", 0), addressOf("token", 1)];

const SETTING = {
  tokens: [A, B, addressOf("pool", 0)].map((address, n) => {
    return { address, symbol: `T${n}`, decimals: 18 };
  }),
  ...{ wrappedNative: A, usdAnchors: [B], connectors: [A, B] },
};
/** Part of a bound that routes may lack where no circle pays. */
const TIGHT = 1e-3;
/** How far prices are apart: less than the fees of a circle, and more. */
const [NEAR, FAR] = [0.01, 0.1];

/** A pair with shares, and what it does. */
interface Own {
  readonly held: HeldState;
  readonly address: Address;
  readonly reserve0: bigint;
  readonly supply: bigint;
  readonly swap: (state: PoolState, zeroForOne: boolean, amountIn: bigint) => Quote<PoolState>;
  readonly mint: (state: PoolState, amountsIn: readonly bigint[]) => Quote<PoolState>;
  readonly burn: (state: PoolState, amountIn: bigint) => BurnQuote<PoolState>;
}

/** Beside it another one of the same tokens. */
interface Pairs {
  readonly own: Own;
  readonly other: UniswapV2Pool;
  readonly snapshot: Snapshot;
}

function ownOf<S extends PoolState>(
  protocol: Protocol<S>,
  state: S & Pick<Own, "address" | "reserve0">,
  supply: bigint,
): Own {
  const { next, edges } = snapshotOf([{ protocol, state }], SETTING);
  const { liquidity } = protocol;
  if (liquidity === undefined) throw new Error("no shares");
  const [one, two] = [A, B].map((token) =>
    edges.get(token)?.find(({ action }) => action === "swap"),
  );
  if (one === undefined || two === undefined) throw new Error("no swap");
  return {
    ...{ held: { protocol, state }, address: state.address, reserve0: state.reserve0, supply },
    swap: (at, zeroForOne, amountIn) => {
      const edge = zeroForOne ? one : two;
      return edge.protocol.quote(at, edge, amountIn, next);
    },
    mint: (at, amountsIn) => liquidityOf(one, at).mint(at, amountsIn, next),
    burn: (at, amountIn) => liquidityOf(one, at).burn(at, amountIn, next),
  };
}

function liquidityOf({ protocol: { liquidity } }: GraphEdge, { id }: PoolState) {
  if (liquidity === undefined) throw new Error(`${id} has no shares`);
  return liquidity;
}

/**
 * Pairs by run: of Uniswap V2 without and with a fee to the protocol, of Solidly of either curve.
 */
function createOwn(bare: UniswapV2Pool, run: number): Own {
  const supply = sqrtDown(bare.reserve0 * bare.reserve1);
  const [isSolidly, isOther] = [run % 4 > 1, run % 2 === 1];
  if (isSolidly) {
    const { id, address, updatedBlock, token0, token1, reserve0, reserve1 } = bare;
    const pool: SolidlyPool = {
      ...{ id, address, updatedBlock, token0, token1, reserve0, reserve1 },
      ...{ slug: "aerodrome", generation: "v2", isStable: isOther, feeBps: 30, isPaused: false },
      ...{ unit0: 10n ** 18n, unit1: 10n ** 18n, totalSupply: supply, router: null },
      ...{ feeIndexWad: 10n ** 18n, since: null },
    };
    return ownOf(solidly, pool, supply);
  }
  const kLast = isOther ? (bare.reserve0 * bare.reserve1 * 99n) / 100n : 0n;
  const protocolFee = isOther ? { share: 1, rootWeight: 5, rootLastWeight: 1 } : null;
  const liquidity = { router: null, totalSupply: supply, kLast, protocolFee, since: null };
  return ownOf(uniswapV2, { ...bare, liquidity }, supply);
}

function createPairs(random: () => number, on: { readonly run: number; readonly apart: number }) {
  const priceB = 10 ** (2 * random() - 1);
  const market = { a: 0, b: 1, priceA: 1, priceB: on.run % 4 === 3 ? 1 : priceB, tvlUsd: 1e6 };
  const own = createOwn(v2Pool(0, market), on.run);
  const deep = { ...market, tvlUsd: 10 ** (4 + 4 * random()) };
  const other = v2Pool(1, deep, 1 + (random() - 0.5) * on.apart);
  const snapshot = snapshotOf([own.held, { protocol: uniswapV2, state: other }], SETTING);
  return { own, other, snapshot };
}

/** What is bought with an amount, and the pool then; nothing where it fails. */
function traded<S>(quote: Quote<S> | null, state: S) {
  return quote?.ok ? quote : { amountOut: 0n, next: state };
}

/** The most that some of A mints: a part is swapped in either pair, then all is paid in. */
function mostMinted({ own, other }: Pairs, amountIn: bigint): bigint {
  const { state } = own.held;
  let most = 0n;
  const pay = (at: PoolState, amounts: readonly bigint[]): void => {
    const minted = own.mint(at, amounts);
    if (minted.ok && minted.amountOut > most) most = minted.amountOut;
  };
  for (let i = 0n; i <= STEPS; i++) {
    const outside = (amountIn * i) / STEPS;
    const bought = traded(outside > 0n ? quoteSwap(other, true, outside) : null, other).amountOut;
    for (let j = 0n; i + j < STEPS; j++) {
      const inside = (amountIn * j) / STEPS;
      const swapped = traded(inside > 0n ? own.swap(state, true, inside) : null, state);
      pay(swapped.next, [amountIn - outside - inside, bought + swapped.amountOut]);
    }
    // What is bought in excess outside may be sold in the share's own pair.
    const back = traded(bought > 1n ? own.swap(state, false, bought / 2n) : null, state);
    pay(back.next, [amountIn - outside + back.amountOut, bought - bought / 2n]);
  }
  return most;
}

/**
 * The most of A for shares: some are burned before a swap in the pair, the other B is sold outside.
 */
function mostPaid({ own, other }: Pairs, shares: bigint): bigint {
  const { state } = own.held;
  let most = 0n;
  const burnAt = (at: PoolState, amount: bigint) => {
    const burned = amount > 0n ? own.burn(at, amount) : null;
    return burned?.ok ? burned : { amountsOut: [0n, 0n], next: at };
  };
  for (let i = 0n; i <= STEPS; i++) {
    const first = (shares * i) / STEPS;
    const burned = burnAt(state, first);
    const [a1 = 0n, b1 = 0n] = burned.amountsOut;
    for (let j = 0n; j <= STEPS; j++) {
      const inside = (b1 * j) / STEPS;
      const at = burned.next;
      const swapped = traded(inside > 0n ? own.swap(at, false, inside) : null, at);
      const [a2 = 0n, b2 = 0n] = burnAt(swapped.next, shares - first).amountsOut;
      const outside = b1 - (swapped.amountOut > 0n ? inside : 0n) + b2;
      const sold = traded(outside > 0n ? quoteSwap(other, false, outside) : null, other);
      const all = a1 + a2 + swapped.amountOut + sold.amountOut;
      if (all > most) most = all;
    }
  }
  return most;
}

describe("findShareRoute", () => {
  test("behavior: no division mints or pays more than is proven, and the route hardly less", () => {
    const random = createRandom(17);
    for (let run = 0; run < RUNS; run++) {
      const apart = run % 2 === 0 ? NEAR : FAR;
      const pairs = createPairs(random, { run: Math.floor(run / 2), apart });
      const { own, snapshot } = pairs;
      const part = 10 ** (-4 + 4 * random());
      const amount = BigInt(Math.floor(Number(own.reserve0) * part));
      const shares = BigInt(Math.floor(Number(own.supply) * part * 0.9));
      for (const [tokenIn, tokenOut, amountIn, brute] of [
        [A, own.address, amount, mostMinted(pairs, amount)],
        [own.address, A, shares, mostPaid(pairs, shares)],
      ] as const) {
        const inputs = [{ token: tokenIn, amount: amountIn }];
        const asked = { inputs, tokenOut, onlyProtocols: [], ignoreProtocols: [] };
        const found = atOnce(findShareRoute(snapshot, asked, { gasPrice: NO_GAS }));
        const bound = found?.bound ?? 0;
        expect(bound * (1 + 1e-9)).toBeGreaterThanOrEqual(Number(brute));
        // Where circles pay, the bound counts them, and no route may take them; of a stable curve,
        // which trades much at nearly one price, it is valid, but not always near.
        const isTight = apart === NEAR && Math.floor(run / 2) % 4 < 3;
        const least = isTight ? bound * (1 - TIGHT) : 0;
        expect(Number(found?.route?.amountOut ?? 0n)).toBeGreaterThan(least);
      }
    }
  });
});
