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
export function calculateInvariant(tokens: readonly WeightedToken[]): bigint {
  return tokens.reduce(
    (invariant, { balance, weight }) => mulWadDown(invariant, powWadDown(balance, weight)),
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
): bigint {
  const base = divWadUp(tokenIn.balance, tokenIn.balance + amountIn);
  const power = powWadUp(base, divWadDown(tokenIn.weight, tokenOut.weight));
  return mulWadDown(tokenOut.balance, complement(power));
}

/** What a join or exit is priced with. */
export interface ShareTerms {
  /** Shares in existence, protocol fees that are due among them. */
  readonly supply: bigint;
  /** Part of 10^18. */
  readonly swapFeeWad: bigint;
}

/**
 * Shares for exact amounts, rounded down.
 *
 * @param amountsIn By token, 18 decimals.
 * @param skipsAbsent Whether tokens that are not brought are left out of the product, as version 4
 *   does. Earlier versions raise 1 to their weights, which loses 10^-14 for each.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-weighted/contracts/WeightedMath.sol#L149
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/537c75869/pkg/pool-weighted/contracts/WeightedMath.sol
 */
export function calcBptOutGivenExactTokensIn(
  tokens: readonly WeightedToken[],
  amountsIn: readonly bigint[],
  { supply, swapFeeWad, skipsAbsent }: ShareTerms & { readonly skipsAbsent: boolean },
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
    } else if (skipsAbsent && amountIn === 0n) {
      continue;
    }
    const ratio = divWadDown(balance + kept, balance);
    invariantRatio = mulWadDown(invariantRatio, powWadDown(ratio, weight));
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
  { supply, swapFeeWad }: ShareTerms,
): bigint {
  const invariantRatio = divWadUp(supply + bptOut, supply);
  const ratio = powWadUp(invariantRatio, divWadUp(ONE, weight));
  const withoutFee = mulWadUp(balance, ratio - ONE);
  const taxable = mulWadUp(withoutFee, complement(weight));
  return withoutFee - taxable + divWadUp(taxable, complement(swapFeeWad));
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
  { supply, swapFeeWad }: ShareTerms,
): bigint {
  const invariantRatio = divWadUp(supply - bptIn, supply);
  const ratio = powWadUp(invariantRatio, divWadDown(ONE, weight));
  const withoutFee = mulWadDown(balance, complement(ratio));
  const taxable = mulWadUp(withoutFee, complement(weight));
  return withoutFee - taxable + mulWadUp(taxable, complement(swapFeeWad));
}
