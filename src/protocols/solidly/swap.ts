import { min } from "../../lib/math.ts";
import type { Quote, Ratio } from "../protocol.ts";
import { cubeRootDown } from "./cube-root.ts";
import type { SolidlyPool } from "./pool.ts";
import { invariant, scaledInvariant, solveY, solveYOfFirstGeneration, WAD } from "./stable-math.ts";

/** Basis points in one. */
export const BPS = 10_000n;

/** Gas of a hop, as `test/protocols/solidly/logs.integration.test.ts` measures it. */
export const VOLATILE_GAS = 151_000n;
export const STABLE_GAS = 164_000n;

/** Largest reserve of a pool: products of two stay far below 2^256. */
export const MAX_RESERVE = (1n << 127n) - 1n;
/**
 * Bound of x^3 y / 10^36 in the first step of a stable pool's solver, a quarter of what overflows.
 */
const MAX_FIRST_STEP = (1n << 254n) * WAD * WAD;
/** Largest x of which x^3 / 10^18 does not overflow, rounded down to a power of two. */
const MAX_CUBED = 1n << 105n;
/**
 * What a stable trade leaves of tokenOut at least, 18 decimals: with less the solver's steps are
 * coarser than the rest.
 */
const LEAST_LEFT = 10n ** 9n;

const TOO_SMALL = { ok: false, reason: "amount-too-small" } as const;
const TOO_LARGE = { ok: false, reason: "insufficient-liquidity" } as const;

/**
 * Largest input of a swap. The fee is not taken into account, which only makes the bound stricter.
 *
 * @returns Smallest unit of tokenIn.
 */
export function maxSwap(state: SolidlyPool, zeroForOne: boolean): bigint {
  const reserveIn = zeroForOne ? state.reserve0 : state.reserve1;
  const most = MAX_RESERVE - reserveIn;
  if (!state.isStable) return most < 0n ? 0n : most;
  const { unitIn, x, y } = scaled(state, zeroForOne);
  const k = invariant(x, y);
  if (k === null || y === 0n) return 0n;
  const largest = [
    MAX_CUBED,
    cubeRootDown(MAX_FIRST_STEP / y),
    MAX_FIRST_STEP / (y * y * y),
    cubeRootDown((k * WAD * WAD * WAD) / LEAST_LEFT),
  ].reduce(min);
  return largest <= x ? 0n : ((largest - x) * unitIn) / WAD;
}

/**
 * The fee leaves the reserves; the rest moves along the curve.
 *
 * @param amountIn Smallest unit of tokenIn, at least 1.
 * @see https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Pool.sol#L454
 */
export function quoteSwap(
  state: SolidlyPool,
  zeroForOne: boolean,
  amountIn: bigint,
): Quote<SolidlyPool> {
  const { reserve0, reserve1, isStable } = state;
  const [reserveIn, reserveOut] = zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0];
  const added = amountIn - (amountIn * BigInt(state.feeBps)) / BPS;
  const amountOut = isStable
    ? stableOut(state, zeroForOne, added)
    : (added * reserveOut) / (reserveIn + added);
  if (amountOut === null || amountOut >= reserveOut) return TOO_LARGE;
  if (amountOut === 0n) return TOO_SMALL;
  const [after0, after1] = zeroForOne
    ? [reserve0 + added, reserve1 - amountOut]
    : [reserve0 - amountOut, reserve1 + added];
  if (isStable && !keepsInvariant(state, after0, after1)) return TOO_LARGE;
  const next = { ...state, reserve0: after0, reserve1: after1 };
  return { ok: true, amountOut, gas: isStable ? STABLE_GAS : VOLATILE_GAS, next };
}

/** What the stable curve pays for what is added to the reserve; null where the contract reverts. */
function stableOut(state: SolidlyPool, zeroForOne: boolean, added: bigint): bigint | null {
  const { unitIn, unitOut, x, y } = scaled(state, zeroForOne);
  const k = scaledInvariant(state.reserve0, state.reserve1, state);
  if (k === null) return null;
  const after = x + (added * WAD) / unitIn;
  const left =
    state.generation === "v1" ? solveYOfFirstGeneration(after, k, y) : solveY(after, k, y, state);
  return left === null || left > y ? null : ((y - left) * unitOut) / WAD;
}

/** The check at the end of every swap. */
function keepsInvariant(state: SolidlyPool, after0: bigint, after1: bigint): boolean {
  const before = scaledInvariant(state.reserve0, state.reserve1, state);
  const after = scaledInvariant(after0, after1, state);
  return before !== null && after !== null && after >= before;
}

/** Reserves with 18 decimals. */
export function scaled({ reserve0, reserve1, unit0, unit1 }: SolidlyPool, zeroForOne: boolean) {
  const [x0, x1] = [(reserve0 * WAD) / unit0, (reserve1 * WAD) / unit1];
  return zeroForOne
    ? { unitIn: unit0, unitOut: unit1, x: x0, y: x1 }
    : { unitIn: unit1, unitOut: unit0, x: x1, y: x0 };
}

/**
 * Smallest units of token1 for one of token0 at zero size, before fees: the ratio of the curve's
 * partial derivatives, x1 / x0 of a volatile pool and (3 x0^2 x1 + x1^3) / (x0^3 + 3 x0 x1^2) of a
 * stable one.
 */
export function priceOfZero(state: SolidlyPool): Ratio {
  const { reserve0, reserve1, unit0, unit1 } = state;
  if (!state.isStable) return { numerator: reserve1, denominator: reserve0 };
  // Both in the same unit, so that the unit cancels out.
  const [x, y] = [reserve0 * unit1, reserve1 * unit0];
  return {
    numerator: (3n * x * x * y + y * y * y) * unit1,
    denominator: (x * x * x + 3n * x * y * y) * unit0,
  };
}
