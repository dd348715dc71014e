import type { Address } from "viem";
import type { CatalogContext } from "../../catalog/discovery.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import {
  initialized,
  type LiquidityChange,
  type PoolChange,
  positionChanged,
  type SignedAmounts,
  swapped,
  type TickChange,
  ticksChanged,
  tradeOf,
} from "./transitions.ts";

type Writer = Pick<CatalogContext, "db" | "chain">;

/** What a pool's row tells of it. */
type Row = Pick<PoolChange, "tick" | "liquidity"> & {
  readonly address: Address;
  readonly token0: Address;
  readonly token1: Address;
};

/** A log of a pool: where and when. */
interface Origin {
  readonly block: { readonly number: bigint };
  readonly log: { readonly address: Address };
}

/** The tables of a family whose pools are of this maths. */
export interface PoolTables<C extends Writer, R extends Row> {
  /** Whether the pool has no row, as it held too little when the index began. */
  isDormant(context: C, address: Address): Promise<boolean>;
  change(
    context: C,
    address: Address,
    change: (row: Pick<Row, "tick" | "liquidity">) => Partial<PoolChange>,
  ): Promise<R>;
  changeTick(
    context: C,
    at: { readonly pool: Address; readonly tick: number },
    change: (row: Pick<TickChange, "liquidityGross" | "liquidityNet"> | null) => TickChange,
  ): Promise<void>;
  /** What a swap paid in the direction, hundredths of a basis point. */
  feePips(row: R, zeroForOne: boolean): number;
}

/** What the events of such pools change, whatever the tables and the names of their arguments. */
export function poolEvents<C extends Writer, R extends Row>(tables: PoolTables<C, R>) {
  return {
    async onInitialize(
      context: C,
      { block, log, args }: Origin & { readonly args: Parameters<typeof initialized>[0] },
    ): Promise<void> {
      if (await tables.isDormant(context, log.address)) return;
      await tables.change(context, log.address, () => initialized(args, Number(block.number)));
    },

    async onSwap(
      context: C,
      {
        block,
        log,
        args,
      }: Origin & {
        readonly block: { readonly timestamp: bigint };
        readonly args: Parameters<typeof swapped>[0] & SignedAmounts;
      },
    ): Promise<void> {
      if (await tables.isDormant(context, log.address)) return;
      const change = swapped(args, Number(block.number));
      const pool = await tables.change(context, log.address, () => change);
      const { address: poolId, token0, token1 } = pool;
      const feePips = tables.feePips(pool, args.amount0 > 0n);
      const trade = tradeOf({ token0, token1, feePips }, args);
      await recordSwap(context, { poolId, ...trade, timestamp: block.timestamp });
    },

    async onPositionChange(
      context: C,
      { block, log }: Origin,
      change: LiquidityChange,
    ): Promise<void> {
      if (change.liquidityDelta === 0n) return;
      const number = Number(block.number);
      const pool = log.address;
      if (await tables.isDormant(context, pool)) return;
      await tables.change(context, pool, (row) => positionChanged(row, change, number));
      for (const { tick, change: ofTick } of ticksChanged(change, number)) {
        await tables.changeTick(context, { pool, tick }, ofTick);
      }
    },
  };
}
