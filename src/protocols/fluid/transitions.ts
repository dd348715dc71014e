import type { Address } from "viem";
import type { FluidReading } from "./reading.ts";
import type { fluidPool } from "./schema.ts";
import { configOf, SIX_DECIMALS } from "./state.ts";

type Row = typeof fluidPool.$inferSelect;

/** What of a row never changes. */
export type FluidFacts = Pick<Row, "tokens" | "numerators" | "denominators" | "deployer">;

const NOTHING = [0n, 0n];

/** Columns of a pool that nothing is known of yet: of the block of its creation. */
export function created(facts: FluidFacts, block: number) {
  return {
    ...facts,
    ...{ variables: 0n, config: 0n, shifts: 0n, centerShift: 0n, externalPrice: 0n },
    ...{ supplies: NOTHING, borrows: NOTHING, prices: NOTHING, totals: NOTHING },
    ...{ configs: NOTHING, balances: NOTHING, isRead: false, updatedBlock: block },
  };
}

/** Columns that a reading comes to. */
export function columnsOf({ accounts, ...words }: FluidReading) {
  const of = (name: keyof FluidReading["accounts"][0]) => accounts.map((each) => each[name]);
  return {
    ...words,
    ...{ supplies: of("supply"), borrows: of("borrow"), prices: of("prices") },
    ...{ totals: of("totals"), configs: of("configs"), balances: of("balance") },
    isRead: true,
  };
}

/** What a reading changes of a row; null where it says what the row does. */
export function readAt(row: Row, reading: FluidReading, block: number) {
  const columns = columnsOf(reading);
  const isSame = (Object.keys(columns) as (keyof typeof columns)[]).every(
    (name) => String(row[name]) === String(columns[name]),
  );
  return isSame ? null : { ...columns, updatedBlock: block };
}

/** A swap of a pool; what it paid of it while nothing is known of its fee counts as nothing. */
export function swappedIn(
  row: Pick<Row, "tokens" | "config">,
  {
    swap0to1,
    amountIn,
    amountOut,
  }: { readonly swap0to1: boolean; readonly amountIn: bigint; readonly amountOut: bigint },
) {
  const [token0, token1] = row.tokens as [Address, Address];
  const [tokenIn, tokenOut] = swap0to1 ? [token0, token1] : [token1, token0];
  const feeIn = (amountIn * configOf(row).feePips) / SIX_DECIMALS;
  return { tokenIn, tokenOut, amountIn, amountOut, feeIn };
}
