import { ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { configOf } from "./config.ts";
import { deployments } from "./contracts.ts";
import type { EkuboPool } from "./pool.ts";
import { ekuboPool, ekuboTick } from "./schema.ts";
import { createTickTable, rangeTable } from "./tick-table.ts";

const [MANTISSA, ONE] = [2n ** 94n, 2n ** 128n];
/** The fixed number that the compact one of a row stands for. */
const FIXED = `((state.sqrt_ratio % ${MANTISSA}) * power(2::numeric, 2 + 32 * div(state.sqrt_ratio, ${MANTISSA})))`;

/** The pools with their initialised ticks, which a pool keeps until one of them changes. */
export const states = storedStates({
  table: ekuboPool,
  id: "poolId",
  beside: {
    table: ekuboTick,
    rows: "parts",
    columns: ["poolId", "tick", "liquidityNet"],
    on: [["poolId", "poolId"]],
    where: ne(ekuboTick.liquidityGross, 0n),
  },
  takesOver: ({ ticksBlock }, previous: EkuboPool) => previous.ticksBlock === ticksBlock,
  state({ chainId, poolId, fee, ...row }, found, previous): EkuboPool | null {
    const deployment = deployments.find(({ slug }) => slug === row.slug);
    const router = deployment?.chains[chainId]?.contracts.router;
    if (router === undefined) return null;
    const { tickSpacing, range } = configOf(row.config);
    const made = () =>
      tickSpacing === null ? rangeTable(range, row.liquidity) : createTickTable(found);
    return {
      ...{ id: poolId, ...row, router, feeX64: fee, tickSpacing },
      ticks: previous?.ticks ?? made(),
    };
  },
  swapFeePercent: `fee * 100 / ${2n ** 64n}`,
  view: {
    kind: "balances",
    held: `values
      (0, div(state.liquidity * ${ONE}, ${FIXED})),
      (1, div(state.liquidity * ${FIXED}, ${ONE}))`,
    by: "place",
    isVirtual: true,
    where: "state.sqrt_ratio > 0",
  },
});
