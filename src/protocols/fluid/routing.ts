import { sqrtDown } from "../../lib/sqrt.ts";
import type { PoolReserves, Reserves } from "./reserves.ts";
import { E27, EIGHT_DECIMALS, type PoolConfig, SIX_DECIMALS } from "./state.ts";

/** What a part of a swap does to the reserves that it goes through; 12 decimals. */
export interface Part {
  /** Before the fee. */
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** What of the input is left when the Liquidity layer has taken its cut of the fee. */
  readonly kept: bigint;
}

/** How a swap goes through both reserves; 12 decimals. */
export interface Routed {
  readonly collateral: Part;
  readonly debt: Part;
  /** Of the reserves with the larger part, token 1 for token 0, 27 decimals. */
  readonly price: bigint;
}

/** Reserves in the direction of a swap. */
interface Directed {
  readonly realIn: bigint;
  readonly realOut: bigint;
  readonly imaginaryIn: bigint;
  readonly imaginaryOut: bigint;
}

const E18 = 10n ** 18n;
const MAX_UINT256 = (1n << 256n) - 1n;
/** One reserve may be worth this many times the other after a swap. */
const MOST_SKEW = 10_000n;
const NOTHING: Directed = { realIn: 0n, realOut: 0n, imaginaryIn: 0n, imaginaryOut: 0n };

/** What a swap may give at most, 12 decimals: half of what prices are made of. */
export function mostGiven({ collateral, debt }: PoolReserves, tokenIn: 0 | 1): bigint {
  return ((collateral?.imaginary[tokenIn] ?? 0n) + (debt?.imaginary[tokenIn] ?? 0n)) / 2n;
}

/**
 * Routes an input so that both reserves end at one price, and takes the fee of each part; null
 * where that leaves too little of the output in one of them.
 *
 * @param amountIn 12 decimals, at most `mostGiven`.
 * @param centerPrice Token 1 for token 0, 27 decimals.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/core/main.sol#L46
 */
export function routed(
  { collateral, debt }: PoolReserves,
  amountIn: bigint,
  {
    tokenIn,
    config,
    centerPrice,
  }: {
    readonly tokenIn: 0 | 1;
    readonly config: Pick<PoolConfig, "feePips" | "revenuePercent">;
    readonly centerPrice: bigint;
  },
): Routed | null {
  const [first, second] = [directed(collateral, tokenIn), directed(debt, tokenIn)];
  const through = collateralPart(
    amountIn,
    collateral === null ? null : first,
    debt === null ? null : second,
  );
  if (through === null) return null;
  const trade = (amount: bigint, reserves: Directed): Part | null => {
    if (amount === 0n) return { amountIn: 0n, amountOut: 0n, kept: 0n };
    const left = (amount * (SIX_DECIMALS - config.feePips)) / SIX_DECIMALS;
    const amountOut = (left * reserves.imaginaryOut) / (reserves.imaginaryIn + left);
    const realIn = reserves.realIn + amount;
    const realOut = reserves.realOut - amountOut;
    const least =
      tokenIn === 0
        ? (realIn * centerPrice) / (E27 * MOST_SKEW)
        : (realIn * E27) / (centerPrice * MOST_SKEW);
    if (realOut < 0n || realOut < least) return null;
    const cut = EIGHT_DECIMALS - config.revenuePercent * config.feePips;
    return { amountIn: amount, amountOut, kept: (amount * cut) / EIGHT_DECIMALS };
  };
  const ofCollateral = trade(through, first);
  const ofDebt = trade(amountIn - through, second);
  if (ofCollateral === null || ofDebt === null) return null;
  const [larger, at] = ofCollateral.kept > ofDebt.kept ? [ofCollateral, first] : [ofDebt, second];
  const [given, got] = [at.imaginaryIn + larger.kept, at.imaginaryOut - larger.amountOut];
  const price = tokenIn === 0 ? (got * E27) / given : (given * E27) / got;
  return { collateral: ofCollateral, debt: ofDebt, price };
}

/** What of an input goes through the collateral; null where nothing can take it. */
function collateralPart(
  amountIn: bigint,
  collateral: Directed | null,
  debt: Directed | null,
): bigint | null {
  if (collateral === null || debt === null) {
    if (collateral === null && debt === null) return null;
    return debt === null ? amountIn : 0n;
  }
  const [k, l] = [collateral, debt].map(
    ({ imaginaryIn, imaginaryOut }) => imaginaryIn * imaginaryOut * E18,
  ) as [bigint, bigint];
  if (k > MAX_UINT256 || l > MAX_UINT256 || k + l === 0n) return null;
  const [root, other] = [sqrtDown(k), sqrtDown(l)];
  const part =
    (debt.imaginaryIn * root + amountIn * root - collateral.imaginaryIn * other) / (root + other);
  return part <= 0n ? 0n : part >= amountIn ? amountIn : part;
}

function directed(reserves: Reserves | null, tokenIn: 0 | 1): Directed {
  if (reserves === null) return NOTHING;
  const { real, imaginary } = reserves;
  const tokenOut = tokenIn === 0 ? 1 : 0;
  return {
    ...{ realIn: real[tokenIn], realOut: real[tokenOut] },
    ...{ imaginaryIn: imaginary[tokenIn], imaginaryOut: imaginary[tokenOut] },
  };
}
