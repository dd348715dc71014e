import type { Sql } from "postgres";
import type { Address, Hex } from "viem";

/**
 * Every row of the tables of Uniswap's families, and of the catalog, read in one transaction.
 * Numerics are bigints.
 */
export interface Tables {
  readonly headBlock: readonly HeadRow[];
  readonly token: readonly TokenRow[];
  readonly pool: readonly PoolRow[];
  readonly poolToken: readonly PoolTokenRow[];
  readonly pair: readonly PairRow[];
  readonly v3Pool: readonly V3PoolRow[];
  readonly v3Tick: readonly V3TickRow[];
}

export interface HeadRow {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: number;
  readonly baseFeePerGas: bigint;
}

export interface TokenRow {
  readonly address: Address;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  readonly updatedBlock: number;
}

export interface PoolRow {
  readonly id: Address;
  readonly address: Address;
  readonly family: string;
  readonly slug: string;
  readonly createdBlock: number;
}

export interface PoolTokenRow {
  readonly poolId: Address;
  readonly position: number;
  readonly token: Address;
}

export interface PairRow {
  readonly address: Address;
  readonly slug: string;
  readonly token0: Address;
  readonly token1: Address;
  readonly feePips: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly totalSupply: bigint;
  readonly kLast: bigint;
  readonly minted: bigint;
  readonly mints: number;
  readonly burned: bigint;
  readonly updatedBlock: number;
}

export interface V3PoolRow {
  readonly address: Address;
  readonly slug: string;
  readonly token0: Address;
  readonly token1: Address;
  readonly feePips: number;
  readonly tickSpacing: number;
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly ticksBlock: number;
  readonly updatedBlock: number;
}

export interface V3TickRow {
  readonly pool: Address;
  readonly tick: number;
  readonly liquidityGross: bigint;
  readonly liquidityNet: bigint;
  readonly updatedBlock: number;
}

function camel(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether the node can say what a column holds; share prices of the past it cannot. */
function isStated(column: string): boolean {
  return column !== "chain_id" && !/^(since|latest)_(price|timestamp)$/.test(column);
}

/** Reads all rows of one chain. `sql` must parse numeric as bigint. */
export async function readTables(sql: Sql, schema: string, chainId: number): Promise<Tables> {
  return sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (transaction) => {
    const read = async <Row>(table: string): Promise<readonly Row[]> => {
      const rows = await transaction.unsafe(
        `SELECT * FROM "${schema}"."${table}" WHERE chain_id = $1`,
        [chainId],
      );
      return rows.map((row) => {
        const entries = Object.entries(row).filter(([column]) => isStated(column));
        return Object.fromEntries(entries.map(([column, value]) => [camel(column), value])) as Row;
      });
    };
    return {
      headBlock: await read<HeadRow>("head_block"),
      token: await read<TokenRow>("token"),
      pool: await read<PoolRow>("pool"),
      poolToken: await read<PoolTokenRow>("pool_token"),
      pair: await read<PairRow>("uniswap_v2_pair"),
      v3Pool: await read<V3PoolRow>("uniswap_v3_pool"),
      v3Tick: await read<V3TickRow>("uniswap_v3_tick"),
    };
  }) as Promise<Tables>;
}
