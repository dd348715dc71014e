import type { Address } from "viem";
import { keyOf, poolIdOf } from "../../../devnet/protocols/ekubo.ts";
import { currencyOf, NATIVE } from "../../../src/lib/address.ts";
import { configOf } from "../../../src/protocols/ekubo/config.ts";
import type { EkuboPool } from "../../../src/protocols/ekubo/pool.ts";
import { tickToSqrtRatio } from "../../../src/protocols/ekubo/tick-math.ts";
import { createTickTable, rangeTable } from "../../../src/protocols/ekubo/tick-table.ts";

const ONE = 10n ** 18n;
const TOKEN_A: Address = `0x${"a".repeat(40)}`;
const TOKEN_B: Address = `0x${"b".repeat(40)}`;
const CORE: Address = "0x00000000000014aa86c5d3c41765bb24e11bd701";
const ROUTER: Address = "0xd26f20001a72a18c002b00e6710000d68700ce00";

type Kind = Omit<Parameters<typeof keyOf>[2], "feePips">;

/** A pool at a price, with positions, or with all liquidity in its one range. */
function poolOf(
  kind: Kind,
  on: {
    readonly token0: Address;
    readonly tick: number;
    readonly positions: readonly (readonly [lower: number, upper: number, liquidity: bigint])[];
  },
): EkuboPool {
  const { token0, tick, positions } = on;
  const key = keyOf(currencyOf(token0), TOKEN_B, { ...kind, feePips: 3_000n }, tick);
  const { feeX64, tickSpacing, range } = configOf(key.config);
  const nets = new Map<number, bigint>();
  let liquidity = 0n;
  for (const [lower, upper, own] of positions) {
    nets.set(lower, (nets.get(lower) ?? 0n) + own);
    nets.set(upper, (nets.get(upper) ?? 0n) - own);
    if (tickSpacing === null || (lower <= tick && tick < upper)) liquidity += own;
  }
  const ticks = [...nets].sort(([a], [b]) => a - b);
  return {
    ...{ id: poolIdOf(key), slug: "ekubo-v3", core: CORE, router: ROUTER },
    ...{ token0, token1: TOKEN_B, config: key.config, feeX64, tickSpacing },
    ...{ sqrtRatio: tickToSqrtRatio(tick), tick, liquidity, ticksBlock: 1, updatedBlock: 1 },
    ticks:
      tickSpacing === null
        ? rangeTable(range, liquidity)
        : createTickTable(ticks.map(([at, liquidityNet]) => ({ tick: at, liquidityNet }))),
  };
}

/** Positions around the price. */
export const concentrated = poolOf(
  { tickSpacing: 1_000 },
  {
    ...{ token0: TOKEN_A, tick: 123_456 },
    positions: [
      [-5_000_000, 5_000_000, 1_000n * ONE],
      [100_000, 200_000, 50_000n * ONE],
      [300_000, 400_000, 7n * ONE],
    ],
  },
);

/** One narrow range, the native currency among its tokens. */
export const narrow = poolOf(
  { amplification: 8 },
  { token0: NATIVE, tick: -7_000_000, positions: [[0, 1, 5_000n * ONE]] },
);

/** Over all prices. */
export const full = poolOf({}, { token0: NATIVE, tick: 1_000, positions: [[0, 1, 300n * ONE]] });

/** Without liquidity. */
export const empty = poolOf({ tickSpacing: 200 }, { token0: TOKEN_A, tick: 0, positions: [] });

/** States that the conformance tests run on. */
export const samples: readonly EkuboPool[] = [concentrated, narrow, full, empty];
