import { max } from "../../lib/math.ts";
import {
  complement,
  divWadDown,
  divWadUp,
  mulWadDown,
  mulWadUp,
  ONE,
  powWadDown,
  powWadUp,
} from "./fixed-point.ts";

/** A swap may bring at most this part of tokenIn's balance. */
export const MAX_IN_RATIO = (ONE * 3n) / 10n;

/** An exit for one token must leave at least this part of the invariant. */
export const MIN_INVARIANT_RATIO = (ONE * 7n) / 10n;

/** The first version pays its protocol fees from a growth of the invariant to at most 1 / this. */
const MIN_POW_BASE_FREE_EXPONENT = (ONE * 7n) / 10n;

/**
 * Version of a weighted pool's factory, as far as it matters: 3 counts as 2. The first has no
 * shortcuts for powers and pays the protocol in tokens; the fourth leaves out of a join's product
 * what is not brought.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/547791aa6/contracts/pools/weighted/WeightedMath.sol
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/1552431e5/pkg/pool-weighted/contracts/WeightedMath.sol
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/537c75869/pkg/pool-weighted/contracts/WeightedMath.sol
 */
export type WeightedVersion = 1 | 2 | 4;

/** A token of a pool as the maths sees it: balance with 18 decimals, weight as a part of 10^18. */
export interface WeightedToken {
  readonly balance: bigint;
  readonly weight: bigint;
}

/**
 * Product of balance ^ weight over all tokens, rounded down; 0 where a power is too small to be
 * told from 0.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L56
 */
export function calculateInvariant(
  tokens: readonly WeightedToken[],
  version: WeightedVersion = 4,
): bigint {
  return tokens.reduce(
    (invariant, { balance, weight }) =>
      mulWadDown(invariant, powWadDown(balance, weight, version > 1)),
    ONE,
  );
}

/**
 * Product of rate ^ weight over all tokens, rounded down; a token without a rate counts one.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/1552431e5/pkg/pool-weighted/contracts/WeightedPoolProtocolFees.sol `_getRateProduct`
 */
export function rateProduct(rates: readonly (bigint | null)[], weights: readonly bigint[]): bigint {
  return rates.reduce<bigint>(
    (product, rate, i) =>
      rate === null ? product : mulWadDown(product, powWadDown(rate, weights[i] ?? 0n)),
    ONE,
  );
}

/**
 * What a swap pays, rounded down.
 *
 * @param amountIn 18 decimals, the fee taken; at most `MAX_IN_RATIO` of the balance.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L78
 */
export function calcOutGivenIn(
  tokenIn: WeightedToken,
  tokenOut: WeightedToken,
  amountIn: bigint,
  version: WeightedVersion = 4,
): bigint {
  const base = divWadUp(tokenIn.balance, tokenIn.balance + amountIn);
  const power = powWadUp(base, divWadDown(tokenIn.weight, tokenOut.weight), version > 1);
  return mulWadDown(tokenOut.balance, complement(power));
}

/** What a join or exit is priced with. */
export interface ShareTerms {
  /** Shares in existence, protocol fees that are due among them. */
  readonly supply: bigint;
  /** Part of 10^18. */
  readonly swapFeeWad: bigint;
  readonly version: WeightedVersion;
}

/**
 * Shares for exact amounts, rounded down. Tokens that are not brought are left out of the product
 * by version 4 alone: earlier ones raise 1 to their weights, which loses 10^-14 for each.
 *
 * @param amountsIn By token, 18 decimals.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L149
 */
export function calcBptOutGivenExactTokensIn(
  tokens: readonly WeightedToken[],
  amountsIn: readonly bigint[],
  { supply, swapFeeWad, version }: ShareTerms,
): bigint {
  const ratios = tokens.map(({ balance }, i) =>
    divWadDown(balance + (amountsIn[i] ?? 0n), balance),
  );
  const ratioWithFees = tokens.reduce(
    (sum, { weight }, i) => sum + mulWadDown(ratios[i] ?? 0n, weight),
    0n,
  );
  let invariantRatio = ONE;
  for (const [i, { balance, weight }] of tokens.entries()) {
    const amountIn = amountsIn[i] ?? 0n;
    let kept = amountIn;
    if ((ratios[i] ?? 0n) > ratioWithFees) {
      const free = ratioWithFees > ONE ? mulWadDown(balance, ratioWithFees - ONE) : 0n;
      kept -= mulWadUp(amountIn - free, swapFeeWad);
    } else if (version === 4 && amountIn === 0n) {
      continue;
    }
    const ratio = divWadDown(balance + kept, balance);
    invariantRatio = mulWadDown(invariantRatio, powWadDown(ratio, weight, version > 1));
  }
  return invariantRatio > ONE ? mulWadDown(supply, invariantRatio - ONE) : 0n;
}

/**
 * What one token has to bring for exact shares, rounded up, 18 decimals.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L274
 */
export function calcTokenInGivenExactBptOut(
  { balance, weight }: WeightedToken,
  bptOut: bigint,
  { supply, swapFeeWad, version }: ShareTerms,
): bigint {
  const invariantRatio = divWadUp(supply + bptOut, supply);
  const ratio = powWadUp(invariantRatio, divWadUp(ONE, weight), version > 1);
  const withoutFee = mulWadUp(balance, ratio - ONE);
  const taxable = mulWadUp(withoutFee, complement(weight));
  return withoutFee - taxable + divWadUp(taxable, complement(swapFeeWad));
}

/**
 * Shares for exact amounts to be paid, rounded up; null where there is not so much. Version 4
 * leaves tokens that are not asked for out of the product.
 *
 * @param amountsOut By token, 18 decimals.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L311
 */
export function calcBptInGivenExactTokensOut(
  tokens: readonly WeightedToken[],
  amountsOut: readonly bigint[],
  { supply, swapFeeWad, version }: ShareTerms,
): bigint | null {
  if (tokens.some(({ balance }, i) => (amountsOut[i] ?? 0n) > balance)) return null;
  const ratios = tokens.map(({ balance }, i) => divWadUp(balance - (amountsOut[i] ?? 0n), balance));
  const ratioWithoutFees = tokens.reduce(
    (sum, { weight }, i) => sum + mulWadUp(ratios[i] ?? 0n, weight),
    0n,
  );
  let invariantRatio = ONE;
  for (const [i, { balance, weight }] of tokens.entries()) {
    const amountOut = amountsOut[i] ?? 0n;
    let taken = amountOut;
    if (ratioWithoutFees > (ratios[i] ?? 0n)) {
      const free = mulWadDown(balance, complement(ratioWithoutFees));
      taken = free + divWadUp(amountOut - free, complement(swapFeeWad));
    } else if (version === 4 && amountOut === 0n) {
      continue;
    }
    if (taken > balance) return null;
    const ratio = divWadDown(balance - taken, balance);
    invariantRatio = mulWadDown(invariantRatio, powWadDown(ratio, weight, version > 1));
  }
  return mulWadUp(supply, complement(invariantRatio));
}

/**
 * What exact shares pay in one token, rounded down, 18 decimals. The rest must be
 * `MIN_INVARIANT_RATIO` of the invariant.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L423
 */
export function calcTokenOutGivenExactBptIn(
  { balance, weight }: WeightedToken,
  bptIn: bigint,
  { supply, swapFeeWad, version }: ShareTerms,
): bigint {
  const invariantRatio = divWadUp(supply - bptIn, supply);
  const ratio = powWadUp(invariantRatio, divWadDown(ONE, weight), version > 1);
  const withoutFee = mulWadDown(balance, complement(ratio));
  const taxable = mulWadUp(withoutFee, complement(weight));
  const untaxed = version === 1 ? mulWadDown : mulWadUp;
  return withoutFee - taxable + untaxed(taxable, complement(swapFeeWad));
}

/**
 * What the first version pays the protocol of a token before a join or exit, rounded down, 18
 * decimals.
 *
 * @param invariant How it grew since the last join or exit.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/547791aa6/contracts/pools/weighted/WeightedMath.sol `_calcDueTokenProtocolSwapFeeAmount`
 */
export function calcDueTokenProtocolSwapFeeAmount(
  { balance, weight }: WeightedToken,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  protocolFeeWad: bigint,
): bigint {
  if (to <= from || protocolFeeWad === 0n) return 0n;
  const base = max(divWadUp(from, to), MIN_POW_BASE_FREE_EXPONENT);
  const power = powWadUp(base, divWadDown(ONE, weight), false);
  return mulWadDown(mulWadDown(balance, complement(power)), protocolFeeWad);
}
