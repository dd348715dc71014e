import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { sqrtDown } from "../../../src/lib/sqrt.ts";
import { balancerV2 } from "../../../src/protocols/balancer-v2/index.ts";
import type { WeightedPool } from "../../../src/protocols/balancer-v2/state.ts";
import { calculateInvariant } from "../../../src/protocols/balancer-v2/weighted-math.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { addressOf, createStates, type MarketOptions, snapshotOf } from "./market.ts";

const ONE = 10n ** 18n;
/** Numbers of the weighted pools, behind those of all others. */
const FIRST_WEIGHTED = 9_000;

/** The shares of a synthetic market: those of its pairs, then those of its weighted pools. */
export interface ShareMarket {
  readonly snapshot: Snapshot;
  readonly pairs: readonly UniswapV2Pool[];
  readonly weighted: readonly WeightedPool[];
}

/**
 * As `createMarket`, with shares of its constant-product pairs, every second of which has a router,
 * and a weighted pool of three tokens at the prices of the deepest pairs.
 */
export function createShareMarket(options: MarketOptions): ShareMarket {
  const states = createStates(options).map((held): HeldState => {
    return isPair(held) ? { ...held, state: withShares(held.state) } : held;
  });
  const pairs = states.filter(isPair).map(({ state }) => state);
  const weighted = weightedOf(pairs);
  const all = [...states, ...weighted.map((state) => ({ protocol: balancerV2, state }))];
  const shares = [...pairs, ...weighted].map(({ address }) => address);
  const tokens = Array.from({ length: options.tokens }, (_, n) => addressOf("token", n));
  const snapshot = snapshotOf(all, {
    tokens: [...tokens, ...shares].map((address, n) => ({
      address,
      symbol: `T${n}`,
      decimals: 18,
    })),
    wrappedNative: addressOf("token", 0),
    usdAnchors: [addressOf("token", 1)],
    connectors: tokens.slice(0, 4),
    baseFeePerGas: options.baseFeePerGas ?? 0n,
  });
  return { snapshot, pairs, weighted };
}

function isPair(held: HeldState): held is HeldState & { readonly state: UniswapV2Pool } {
  return held.protocol === uniswapV2;
}

function withShares(state: UniswapV2Pool): UniswapV2Pool {
  const { reserve0, reserve1 } = state;
  const hasRouter = BigInt(state.address) % 2n === 0n;
  const router = hasRouter ? addressOf("pool", 8_000) : null;
  const totalSupply = sqrtDown(reserve0 * reserve1);
  return {
    ...state,
    liquidity: { router, totalSupply, kLast: 0n, protocolFee: null, since: null },
  };
}

/** A pool of a hub and the two tokens that the deepest pairs trade with it. */
function weightedOf(pairs: readonly UniswapV2Pool[]): readonly WeightedPool[] {
  const hub = addressOf("token", 0);
  const sides = pairs
    .filter(({ token0 }) => token0 === hub)
    .sort((a, b) => Number(b.reserve0 > a.reserve0) - Number(a.reserve0 > b.reserve0));
  const [one, two] = [sides[0], sides.find(({ token1 }) => token1 !== sides[0]?.token1)];
  if (one === undefined || two === undefined) return [];
  const held = [
    { token: hub, balance: one.reserve0 },
    { token: one.token1, balance: one.reserve1 },
    { token: two.token1, balance: (two.reserve1 * one.reserve0) / two.reserve0 },
  ].sort((a, b) => (a.token < b.token ? -1 : 1));
  const balances = held.map(({ balance }) => balance);
  const weights = [ONE / 3n, ONE / 3n, ONE - 2n * (ONE / 3n)];
  const invariant = calculateInvariant(
    balances.map((balance, i) => ({ balance, weight: weights[i] ?? 0n })),
  );
  const address = addressOf("pool", FIRST_WEIGHTED);
  return [
    {
      kind: "weighted",
      id: `${address}${"00".repeat(12)}`,
      slug: "balancer-v2",
      updatedBlock: 1,
      ...{ address, vault: addressOf("pool", 8_001), balances, weights },
      tokens: held.map(({ token }) => token),
      scales: [1n, 1n, 1n],
      swapFeeWad: 3n * 10n ** 15n,
      protocolFeeWad: 0n,
      supply: 3n * invariant,
      lastInvariant: invariant,
      pausedUntil: 0,
      vaultPausedUntil: 0,
      since: null,
      ...{ version: 4, yield: null },
    },
  ];
}
