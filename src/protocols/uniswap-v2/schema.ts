import { index, onchainTable, primaryKey } from "ponder";

/** State of every constant-product pair. Key: chainId, address. */
export const uniswapV2Pair = onchainTable(
  "uniswap_v2_pair",
  (t) => ({
    chainId: t.integer().notNull(),
    address: t.hex().notNull(),
    slug: t.text().notNull(),
    token0: t.hex().notNull(),
    token1: t.hex().notNull(),
    /** Swap fee in hundredths of a basis point: 3000 is 0.3 %. */
    feePips: t.integer().notNull(),
    /** Smallest unit of token0, as the last `Sync` states it. */
    reserve0: t.bigint().notNull(),
    reserve1: t.bigint().notNull(),
    updatedBlock: t.integer().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);
