import type { Address, Hex } from "viem";
import { type CatalogContext, recordPool } from "../../catalog/discovery.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { lower, tokenOfCurrency } from "../../lib/address.ts";
import {
  type LiquidityChange,
  type PoolChange,
  positionChanged,
  type SignedAmounts,
  swapped,
  type TickChange,
  ticksChanged,
  tradeOf,
} from "../uniswap-v3/transitions.ts";

/** What a pool's row tells of it. */
interface Row extends Pick<PoolChange, "tick" | "liquidity"> {
  readonly token0: Address;
  readonly token1: Address;
  readonly protocolFee: number;
}

/** What logs change in a row. */
interface Change extends Partial<PoolChange> {
  readonly protocolFee?: number;
  readonly lpFeePips?: number;
}

/** A log of a manager. */
interface Origin {
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Address };
}

/** What `Initialize` tells of a pool, whatever its family. */
interface Initialized {
  readonly id: Hex;
  readonly currency0: Address;
  readonly currency1: Address;
  readonly hooks: Address;
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
}

/** The tables of a family of pools that share a contract. */
export interface ManagedTables<C extends CatalogContext, R extends Row> {
  readonly family: string;
  /** Changes the row of a pool; null where it has none, as its swaps do not follow from events. */
  change(context: C, poolId: Hex, change: (row: R) => Change): Promise<R | null>;
  changeTick(
    context: C,
    at: { readonly poolId: Hex; readonly tick: number },
    change: (row: Pick<TickChange, "liquidityGross" | "liquidityNet"> | null) => TickChange,
  ): Promise<void>;
}

/** What the events of such pools change, whatever else the tables have. */
export function managedPoolEvents<C extends CatalogContext, R extends Row>(
  tables: ManagedTables<C, R>,
) {
  return {
    /** Records a pool; gives the part of its row that all families have, without its fees. */
    async onInitialize(
      context: C,
      { block, log, args }: Origin & { readonly args: Initialized },
      slug: string,
    ) {
      const { id, hooks, sqrtPriceX96, tick } = args;
      const [manager, number] = [lower(log.address), Number(block.number)];
      const [token0, token1] = [tokenOfCurrency(args.currency0), tokenOfCurrency(args.currency1)];
      const { family } = tables;
      const tokens = [token0, token1];
      await recordPool(context, { id, address: manager, family, slug, tokens, block: number });
      return {
        ...{ chainId: context.chain.id, poolId: id, slug, manager, token0, token1 },
        ...{ hooks: lower(hooks), sqrtPriceX96, tick, liquidity: 0n },
        ...{ ticksBlock: number, updatedBlock: number },
      };
    },

    /**
     * @param told Besides price, tick and liquidity.
     */
    async onSwap(
      context: C,
      {
        block,
        args,
      }: Origin & {
        readonly args: Parameters<typeof swapped>[0] &
          SignedAmounts & { readonly id: Hex; readonly fee: number };
      },
      told: (row: R) => Pick<Change, "protocolFee"> = () => ({}),
    ): Promise<void> {
      const { id, amount0, amount1, fee } = args;
      const change = swapped(args, Number(block.number));
      const pool = await tables.change(context, id, (row) => ({ ...change, ...told(row) }));
      if (pool === null) return;
      // The event has what the trader gained.
      const amounts = { amount0: -amount0, amount1: -amount1 };
      const trade = tradeOf({ token0: pool.token0, token1: pool.token1, feePips: fee }, amounts);
      await recordSwap(context, { poolId: id, ...trade, timestamp: block.timestamp });
    },

    async onModifyLiquidity(
      context: C,
      { block, args }: Origin & { readonly args: LiquidityChange & { readonly id: Hex } },
    ): Promise<void> {
      const { id: poolId, liquidityDelta } = args;
      if (liquidityDelta === 0n) return;
      const number = Number(block.number);
      const change = (row: R) => positionChanged(row, args, number);
      if ((await tables.change(context, poolId, change)) === null) return;
      for (const { tick, change: ofTick } of ticksChanged(args, number)) {
        await tables.changeTick(context, { poolId, tick }, ofTick);
      }
    },

    async onFees(
      context: C,
      { block, args }: Origin & { readonly args: { readonly id: Hex } },
      fees: Pick<Change, "protocolFee" | "lpFeePips">,
    ): Promise<void> {
      const updatedBlock = Number(block.number);
      await tables.change(context, args.id, () => ({ ...fees, updatedBlock }));
    },
  };
}
