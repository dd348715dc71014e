import { max } from "../../lib/math.ts";
import { weightedAt } from "./bootstrapping.ts";
import { complement, divWadDown, mulWadDown, ONE } from "./fixed-point.ts";
import { openStable } from "./stable-ledger.ts";
import {
  type BalancerV2Pool,
  scaledBalances,
  type WeightedPool,
  type WeightedYield,
} from "./state.ts";
import * as weighted from "./weighted-math.ts";

/** What a join or exit leaves behind besides the balances. */
export interface Closing {
  readonly supply: bigint;
  readonly lastInvariant: bigint;
  /** Null for a weighted pool. */
  readonly lastAmp: bigint | null;
  /** Null but for a weighted pool with rates. */
  readonly athRateProduct: bigint | null;
}

/**
 * A pool as a join or exit finds it: with the protocol's due fees minted, or paid in tokens.
 * Amounts of tokens have 18 decimals; null stands for what the contract cannot compute.
 */
export interface Ledger {
  readonly supply: bigint;
  readonly invariant: bigint;
  readonly balances: readonly bigint[];
  /** What the protocol took of each token; null where it is paid in shares. */
  readonly taken: readonly bigint[] | null;
  sharesForTokens(amountsIn: readonly bigint[]): bigint | null;
  tokenForShares(index: number, shares: bigint): bigint | null;
  sharesPay(index: number, shares: bigint): bigint | null;
  sharesToPay(amountsOut: readonly bigint[]): bigint | null;
  /** Settles the fees of the join or exit itself. */
  close(balances: readonly bigint[], supply: bigint): Closing | null;
}

/** For what does not depend on time, such as the supply with due fees. */
export const END_OF_TIME = 1n << 64n;

/**
 * Opens a pool for a join or exit at a time; null where its fees cannot be computed, and of
 * Gyroscope's pools.
 */
export function openLedger(pool: BalancerV2Pool, timestamp: bigint): Ledger | null {
  switch (pool.kind) {
    case "weighted":
      return openWeighted(pool);
    case "bootstrapping":
      return openWeighted(weightedAt(pool, timestamp));
    case "stable":
      return openStable(pool, timestamp);
    case "eclp":
    case "2clp":
      return null;
  }
}

/** @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedPool.sol#L241 */
function openWeighted(pool: WeightedPool): Ledger | null {
  const { weights, protocolFeeWad, swapFeeWad, version, lastInvariant } = pool;
  const found = weigh(scaledBalances(pool), weights);
  const grown = weighted.calculateInvariant(found, version);
  if (grown === 0n || lastInvariant === 0n) return null;
  const taken = version === 1 ? takenOf(found, { from: lastInvariant, to: grown }, pool) : null;
  const tokens = found.map((token, i) => ({
    ...token,
    balance: token.balance - (taken?.[i] ?? 0n),
  }));
  const invariant = taken === null ? grown : weighted.calculateInvariant(tokens, version);
  const earned = pool.yield === null ? UNRATED : earnedBy(pool.yield, weights);
  if (earned === null) return null;
  const { athRateProduct } = earned;
  const growth = divWadDown(grown, lastInvariant);
  const due = taken === null ? ownership(growth, ONE, protocolFeeWad) + earned.part : 0n;
  if (due >= ONE) return null;
  const supply = pool.supply + sharesForOwnership(pool.supply, due);
  const terms = { supply, swapFeeWad, version };
  return {
    supply,
    invariant,
    balances: tokens.map(({ balance }) => balance),
    taken,
    sharesForTokens: (amountsIn) => weighted.calcBptOutGivenExactTokensIn(tokens, amountsIn, terms),
    tokenForShares: (index, shares) => {
      const token = tokens[index];
      return token === undefined
        ? null
        : weighted.calcTokenInGivenExactBptOut(token, shares, terms);
    },
    sharesPay: (index, shares) => {
      const token = tokens[index];
      return token === undefined
        ? null
        : weighted.calcTokenOutGivenExactBptIn(token, shares, terms);
    },
    sharesToPay: (amountsOut) => weighted.calcBptInGivenExactTokensOut(tokens, amountsOut, terms),
    close: (after, supplyAfter) => {
      const lastInvariant = weighted.calculateInvariant(weigh(after, weights), version);
      if (lastInvariant === 0n) return null;
      if (taken !== null)
        return { supply: supplyAfter, lastInvariant, lastAmp: null, athRateProduct };
      const growth = divWadDown(lastInvariant, invariant);
      const part = ownership(growth, divWadDown(supplyAfter, supply), protocolFeeWad);
      const closing = supplyAfter + sharesForOwnership(supplyAfter, part);
      return { supply: closing, lastInvariant, lastAmp: null, athRateProduct };
    },
  };
}

/**
 * What the protocol takes of a pool of the first version: of the token of the largest weight, the
 * first of several.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/547791aa6/contracts/pools/weighted/WeightedPool2Tokens.sol `_getDueProtocolFeeAmounts`
 */
function takenOf(
  tokens: readonly weighted.WeightedToken[],
  growth: { readonly from: bigint; readonly to: bigint },
  { protocolFeeWad }: WeightedPool,
): readonly bigint[] {
  const largest = tokens.map(({ weight }) => weight).reduce(max, 0n);
  const payer = tokens.findIndex(({ weight }) => weight === largest);
  return tokens.map((token, i) =>
    i === payer ? weighted.calcDueTokenProtocolSwapFeeAmount(token, growth, protocolFeeWad) : 0n,
  );
}

/** The part of the protocol in what rates made a weighted pool grow by. */
interface Earned {
  readonly part: bigint;
  /** As a join or exit leaves it. */
  readonly athRateProduct: bigint | null;
}

const UNRATED = { part: 0n, athRateProduct: null };

/**
 * Null where a provider does not answer, without which there is no join or exit.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/1552431e5/pkg/pool-weighted/contracts/WeightedPoolProtocolFees.sol `_getYieldProtocolFeesPoolPercentage`
 */
function earnedBy(
  { rates, athRateProduct, feeWad }: WeightedYield,
  weights: readonly bigint[],
): Earned | null {
  if (athRateProduct === 0n || rates.includes(0n)) return null;
  const product = weighted.rateProduct(rates, weights);
  if (product <= athRateProduct) return { part: 0n, athRateProduct };
  const part = ownership(divWadDown(product, athRateProduct), ONE, feeWad);
  return { part, athRateProduct: product };
}

function weigh(balances: readonly bigint[], weights: readonly bigint[]) {
  return balances.map((balance, i) => ({ balance, weight: weights[i] ?? 0n }));
}

/**
 * The protocol's part of a pool whose invariant grew more than its supply.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-utils/contracts/external-fees/InvariantGrowthProtocolSwapFees.sol#L24
 */
function ownership(invariantGrowth: bigint, supplyGrowth: bigint, protocolFeeWad: bigint): bigint {
  if (supplyGrowth >= invariantGrowth) return 0n;
  return mulWadDown(ONE - divWadDown(supplyGrowth, invariantGrowth), protocolFeeWad);
}

/** Shares to mint for a part of the pool, rounded down. */
export function sharesForOwnership(supply: bigint, part: bigint): bigint {
  return part === 0n ? 0n : (supply * part) / complement(part);
}
