import { max } from "../../lib/math.ts";
import { divWadDown, mulWadDown } from "./fixed-point.ts";
import { type Ledger, sharesForOwnership } from "./ledger.ts";
import { calculateInvariant, invariantUp } from "./stable-invariant.ts";
import * as stable from "./stable-math.ts";
import { amplificationAt, type StablePool, scaledBalances } from "./state.ts";
import { balancesAtOldRates } from "./token-rate.ts";

/** Opens a stable pool for a join or exit at a time; null where its fees cannot be computed. */
export function openStable(pool: StablePool, timestamp: bigint): Ledger | null {
  return pool.version === 1 ? openFirst(pool, timestamp) : openComposable(pool, timestamp);
}

/** @see https://github.com/balancer/balancer-v2-monorepo/blob/ad1442113/pkg/pool-stable/contracts/StablePool.sol `_onJoinPool` */
function openFirst(pool: StablePool, timestamp: bigint): Ledger | null {
  const found = scaledBalances(pool);
  const amp = amplificationAt(pool.amplification, timestamp);
  const taken = takenOf(pool, found);
  if (taken === null) return null;
  const balances = found.map((balance, i) => balance - (taken[i] ?? 0n));
  const invariant = invariantUp(amp, balances, 1);
  if (invariant === null) return null;
  return {
    ...{ supply: pool.supply, invariant, balances, taken },
    ...exchangeOf(pool, { amp, invariant, supply: pool.supply, balances }),
    close: (after, supply) => {
      const lastInvariant = invariantUp(amp, after, 1);
      if (lastInvariant === null) return null;
      return { supply, lastInvariant, lastAmp: amp, athRateProduct: null };
    },
  };
}

/**
 * What the protocol takes of a pool of the first version, by token: of what swap fees left, counted
 * in the token of the largest balance, the first of several. Null where that cannot be computed.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/ad1442113/pkg/pool-stable/contracts/StablePool.sol `_getDueProtocolFeeAmounts`
 */
function takenOf(
  { lastAmp, lastInvariant, protocolFeeWad }: StablePool,
  balances: readonly bigint[],
): readonly bigint[] | null {
  if (protocolFeeWad === 0n) return balances.map(() => 0n);
  if (lastInvariant === 0n || balances.includes(0n)) return null;
  const largest = balances.reduce(max, 0n);
  const payer = balances.indexOf(largest);
  const terms = { amp: lastAmp, invariant: lastInvariant };
  const balanceBefore = stable.getTokenBalance(terms, balances, payer);
  if (balanceBefore === null) return null;
  const fees = max(largest - balanceBefore, 0n);
  return balances.map((_, i) => (i === payer ? mulWadDown(fees, protocolFeeWad) : 0n));
}

/** What joins and exits are priced at. */
function exchangeOf(
  { swapFeeWad, version }: StablePool,
  {
    balances,
    ...priced
  }: Omit<stable.StableTerms, "swapFeeWad" | "version"> & { readonly balances: readonly bigint[] },
): Pick<Ledger, "sharesForTokens" | "tokenForShares" | "sharesPay" | "sharesToPay"> {
  const terms = { ...priced, swapFeeWad, version };
  return {
    sharesForTokens: (amountsIn) => stable.calcBptOutGivenExactTokensIn(terms, balances, amountsIn),
    tokenForShares: (index, bptOut) =>
      stable.calcTokenInGivenExactBptOut(terms, balances, { index, bptOut }),
    sharesPay: (index, bptIn) =>
      stable.calcTokenOutGivenExactBptIn(terms, balances, { index, bptIn }),
    sharesToPay: (amountsOut) => stable.calcBptInGivenExactTokensOut(terms, balances, amountsOut),
  };
}

/** @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/ComposableStablePoolProtocolFees.sol#L64 */
function openComposable(pool: StablePool, timestamp: bigint): Ledger | null {
  const { amplification, lastAmp, protocolFeeWad } = pool;
  const balances = scaledBalances(pool);
  const amp = amplificationAt(amplification, timestamp);
  const grown = calculateInvariant(lastAmp, balances);
  const invariant = amp === lastAmp ? grown : calculateInvariant(amp, balances);
  if (grown === null || invariant === null) return null;
  const due = dueOf(pool, balances, grown);
  if (due === null) return null;
  const supply = pool.supply + sharesForOwnership(pool.supply, due);
  return {
    ...{ supply, invariant, balances, taken: null },
    ...exchangeOf(pool, { amp, invariant, supply, balances }),
    close: (after, supplyAfter) => {
      const invariantAfter = calculateInvariant(amp, after);
      if (invariantAfter === null) return null;
      const feeless = mulWadDown(invariant, divWadDown(supplyAfter, supply));
      const part =
        invariantAfter > feeless
          ? ((invariantAfter - feeless) * protocolFeeWad) / invariantAfter
          : 0n;
      const closing = supplyAfter + sharesForOwnership(supplyAfter, part);
      return {
        ...{ supply: closing, lastInvariant: invariantAfter, lastAmp: amp },
        athRateProduct: null,
      };
    },
  };
}

/**
 * The protocol's part of a stable pool: of what swap fees made its invariant grow by since the last
 * join or exit, and of what rates did, but those of exempt tokens.
 *
 * @param grown The invariant with the last amplification and the rates of now.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/07b820c01b/pkg/pool-stable/contracts/ComposableStablePoolProtocolFees.sol `_getProtocolPoolOwnershipPercentage`
 */
function dueOf(pool: StablePool, balances: readonly bigint[], grown: bigint): bigint | null {
  const { lastAmp, lastInvariant, rates, protocolFeeWad, yieldFeeWad } = pool;
  const part = (from: bigint, to: bigint, feeWad: bigint): bigint =>
    to > from ? mulWadDown(divWadDown(to - from, grown), feeWad) : 0n;
  if (rates.every((rate) => rate === null)) return part(lastInvariant, grown, protocolFeeWad);
  const invariantOf = (of: "all" | "exempt") =>
    calculateInvariant(lastAmp, balancesAtOldRates(pool, balances, of));
  const bySwaps = invariantOf("all");
  const taxed = rates.some((rate) => rate?.isExempt) ? invariantOf("exempt") : grown;
  if (bySwaps === null || taxed === null) return null;
  return part(lastInvariant, bySwaps, protocolFeeWad) + part(bySwaps, taxed, yieldFeeWad);
}
