import { MAX_UINT256 } from "../../lib/math.ts";

/** Scale of a stable pool's reserves: 18 decimals, whatever the token's. */
export const WAD = 10n ** 18n;

const MAX_STEPS = 255;

/** A number of the contract's; null where its arithmetic overflows, which reverts. */
type Checked = bigint | null;

function checked(value: bigint): Checked {
  return value < 0n || value > MAX_UINT256 ? null : value;
}

/**
 * x^3 y + y^3 x as the pools compute it, each product divided by 10^18 and rounded down.
 *
 * @see https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Pool.sol#L400
 */
export function invariant(x: bigint, y: bigint): Checked {
  const [xy, xx, yy] = [x * y, x * x, y * y];
  if (xy > MAX_UINT256 || xx > MAX_UINT256 || yy > MAX_UINT256) return null;
  const product = checked((xy / WAD) * (xx / WAD + yy / WAD));
  return product === null ? null : product / WAD;
}

/** The derivative of the invariant by y. */
function slope(x: bigint, y: bigint): Checked {
  const first = checked(3n * x * ((y * y) / WAD));
  const second = checked(((x * x) / WAD) * x);
  return first === null || second === null ? null : first / WAD + second / WAD;
}

/** One token of 18 decimals and the pool's units, for the second scaling in `solveY`. */
export interface Units {
  /** 10 to the power of the token's decimals. */
  readonly unit0: bigint;
  readonly unit1: bigint;
}

/**
 * The y at which `invariant(x, y)` is `xy` or just above, by Newton's method as the pools of the
 * second generation step it. Where it looks one unit up the contract scales both reserves once
 * more, which overflows for tokens of few decimals.
 *
 * @param x Reserve of tokenIn after the trade, 18 decimals.
 * @param xy Invariant before the trade.
 * @param start Reserve of tokenOut, 18 decimals.
 * @returns null where the contract reverts.
 * @see https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/Pool.sol#L410
 */
export function solveY(x: bigint, xy: bigint, start: bigint, { unit0, unit1 }: Units): Checked {
  let y = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const k = invariant(x, y);
    const d = slope(x, y);
    if (k === null || d === null || d === 0n) return null;
    let dy = ((k < xy ? xy - k : k - xy) * WAD) / d;
    if (dy === 0n) {
      if (k === xy) return y;
      if (k < xy) {
        const above = scaledInvariant(x, y + 1n, { unit0, unit1 });
        if (above === null) return null;
        if (above > xy) return y + 1n;
      } else {
        const below = y === 0n ? null : invariant(x, y - 1n);
        if (below === null) return null;
        if (below < xy) return y;
      }
      dy = 1n;
    }
    y = k < xy ? y + dy : y - dy;
    if (y < 0n) return null;
  }
  return null;
}

/**
 * As `solveY`, by the steps and the rounding of the first generation, which ends where two steps
 * differ by at most 1.
 *
 * @see https://github.com/ekmanss/velodrome_v1/blob/7bd0c8ec0d/contracts/Pair.sol#L390
 */
export function solveYOfFirstGeneration(x: bigint, xy: bigint, start: bigint): Checked {
  let y = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const previous = y;
    const k = roundedInvariant(x, y);
    const d = slope(x, y);
    if (k === null || d === null || d === 0n) return null;
    y = k < xy ? y + ((xy - k) * WAD) / d : y - ((k - xy) * WAD) / d;
    if (y < 0n) return null;
    if (y - previous <= 1n && previous - y <= 1n) return y;
  }
  return y;
}

/** The invariant in the order of operations of the first generation's solver. */
function roundedInvariant(x: bigint, y: bigint): Checked {
  const cubeY = (((y * y) / WAD) * y) / WAD;
  const cubeX = (((x * x) / WAD) * x) / WAD;
  const first = checked(x * cubeY);
  const second = checked(cubeX * y);
  return first === null || second === null ? null : first / WAD + second / WAD;
}

/**
 * The invariant of amounts in the tokens' own units: each is brought to 18 decimals, rounded down.
 *
 * @returns null where the contract reverts.
 */
export function scaledInvariant(x: bigint, y: bigint, { unit0, unit1 }: Units): Checked {
  return invariant((x * WAD) / unit0, (y * WAD) / unit1);
}
