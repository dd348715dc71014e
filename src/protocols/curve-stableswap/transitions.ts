import type { Swap } from "../../catalog/swaps.ts";
import { type GrowthWindow, isObservable, observe } from "../growth.ts";
import type { CurvePoolContracts } from "./contracts.ts";
import { type PoolNumbers, reservesAt, virtualPrice } from "./reserves.ts";
import { adminShare, exchange, removeOneCoin } from "./trade.ts";

/** A number that the code of a pool fixes. */
type FixedNumber = "rates" | "aPrecision" | "dividesAtOnce" | "offpegE10";

/** The part of a pool's row that logs change. */
export type PoolChange = Omit<PoolNumbers, FixedNumber> & {
  /** Virtual price, 18 decimals, at two times a day or more apart. */
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
  readonly latestPrice: bigint;
  readonly latestTimestamp: number;
  /** Block at whose end the contract was read; -1 where it never was. */
  readonly readBlock: number;
  readonly updatedBlock: number;
};

/** What a contract answers besides its balances and supply. */
export type PoolParameters = Pick<
  PoolChange,
  "feeE10" | "adminFeeE10" | "initialA" | "futureA" | "initialATime" | "futureATime"
>;

/** A log of a pool. Amounts are in the pool's order. */
export type PoolLog =
  | {
      readonly kind: "exchange";
      readonly i: number;
      readonly amountIn: bigint;
      readonly j: number;
      readonly amountOut: bigint;
    }
  | {
      readonly kind: "add";
      readonly amounts: readonly bigint[];
      readonly fees: readonly bigint[];
      readonly invariant: bigint;
      readonly supply: bigint;
    }
  | { readonly kind: "remove"; readonly amounts: readonly bigint[]; readonly supply: bigint }
  | { readonly kind: "remove-one"; readonly amountIn: bigint; readonly amountOut: bigint }
  | {
      readonly kind: "remove-imbalance";
      readonly amounts: readonly bigint[];
      readonly fees: readonly bigint[];
      readonly supply: bigint;
    }
  | { readonly kind: "fee"; readonly feeE10: bigint; readonly adminFeeE10: bigint }
  | {
      readonly kind: "ramp";
      readonly initialA: bigint;
      readonly futureA: bigint;
      readonly initialATime: bigint;
      readonly futureATime: bigint;
    };

/** The block of a log. */
export interface LogBlock {
  readonly number: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** What the code of a pool fixes of its numbers. */
export function fixedNumbers({
  decimals,
  aPrecision,
  dividesAtOnce,
}: Pick<CurvePoolContracts, "decimals" | "aPrecision" | "dividesAtOnce">): Pick<
  PoolNumbers,
  FixedNumber
> {
  const rates = decimals.map((places) => 10n ** BigInt(36 - places));
  return { rates, aPrecision: BigInt(aPrecision), dividesAtOnce, offpegE10: null };
}

/** Whether a log is a pool's first deposit: it mints the invariant itself and charges no fee. */
export function isFirstDeposit(log: PoolLog): log is PoolLog & { readonly kind: "add" } {
  return log.kind === "add" && log.supply === log.invariant && log.fees.every((fee) => fee === 0n);
}

/** A row made of what was read of a contract, or of its first deposit. */
export function opened(
  pool: CurvePoolContracts,
  numbers: PoolParameters & Pick<PoolChange, "balances" | "supply">,
  { block, readBlock }: { readonly block: LogBlock; readonly readBlock: number },
): PoolChange {
  const known = { ...numbers, readBlock, updatedBlock: block.number };
  return { ...known, ...observed(pool, { ...known, window: null }, block) };
}

/**
 * A row after a log. Trades are computed again, as the log states neither the admin's part of fees
 * nor, of a redemption, the coin.
 *
 * @returns null where the log is not what the row gives: something changed the pool without a log,
 *   and it has to be read.
 */
export function changed(
  pool: CurvePoolContracts,
  row: PoolChange,
  { log, block }: { readonly log: PoolLog; readonly block: LogBlock },
): PoolChange | null {
  const numbers = applied({ ...row, ...fixedNumbers(pool) }, log, BigInt(block.timestamp));
  if (numbers === null) return null;
  const next = { ...row, ...numbers, updatedBlock: block.number };
  const window = windowOf(row);
  if (!isObservable(window, block.timestamp)) return next;
  return { ...next, ...observed(pool, { ...next, window }, block) };
}

function applied(row: PoolNumbers, log: PoolLog, timestamp: bigint): Partial<PoolChange> | null {
  switch (log.kind) {
    case "exchange": {
      const traded = exchange(reservesAt(row, timestamp), log);
      return traded?.amountOut === log.amountOut ? { balances: traded.balances } : null;
    }
    case "remove-one": {
      const pool = reservesAt(row, timestamp);
      const fitting = row.balances
        .map((_, i) => removeOneCoin(pool, { i, amountIn: log.amountIn }))
        .filter((traded) => traded?.amountOut === log.amountOut);
      const [traded] = fitting;
      if (traded === undefined || traded === null || fitting.length > 1) return null;
      return { balances: traded.balances, supply: traded.supply };
    }
    case "add":
      return shifted(row, log, 1n);
    case "remove-imbalance":
      return shifted(row, log, -1n);
    case "remove":
      return shifted(row, { ...log, fees: [] }, -1n);
    case "fee":
      return { feeE10: log.feeE10, adminFeeE10: log.adminFeeE10 };
    case "ramp": {
      const { kind: _kind, ...ramp } = log;
      return ramp;
    }
  }
}

/** Balances after amounts came in or went out and the admin took its part of the fees. */
function shifted(
  row: PoolNumbers,
  {
    amounts,
    fees,
    supply,
  }: {
    readonly amounts: readonly bigint[];
    readonly fees: readonly bigint[];
    readonly supply: bigint;
  },
  sign: 1n | -1n,
): Pick<PoolChange, "balances" | "supply"> | null {
  const balances = row.balances.map(
    (balance, index) =>
      balance + sign * (amounts[index] ?? 0n) - adminShare(row, fees[index] ?? 0n),
  );
  return balances.some((balance) => balance < 0n) ? null : { balances, supply };
}

const FEE_SCALE = 10n ** 10n;

/**
 * What a log traded; null where it is no exchange. Pools take the fee of what goes out: it is the
 * same part of what came in at the price without it.
 */
export function tradeOf(
  { coins }: Pick<CurvePoolContracts, "coins">,
  log: PoolLog,
  feeE10: bigint,
): Omit<Swap, "poolId" | "timestamp"> | null {
  if (log.kind !== "exchange") return null;
  const { amountIn, amountOut } = log;
  const [tokenIn, tokenOut] = [coins[log.i], coins[log.j]];
  if (tokenIn === undefined || tokenOut === undefined) return null;
  return { tokenIn, tokenOut, amountIn, amountOut, feeIn: (amountIn * feeE10) / FEE_SCALE };
}

function windowOf(row: PoolChange): GrowthWindow {
  return {
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}

function observed(
  pool: CurvePoolContracts,
  row: Omit<PoolNumbers, FixedNumber> & { readonly window: GrowthWindow | null },
  { timestamp }: LogBlock,
): Pick<PoolChange, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp"> {
  const price = virtualPrice({ ...row, ...fixedNumbers(pool) }, BigInt(timestamp));
  const { since, latest } = observe(row.window, { price, timestamp });
  return {
    sincePrice: since.price,
    sinceTimestamp: since.timestamp,
    latestPrice: latest.price,
    latestTimestamp: latest.timestamp,
  };
}
