import { and, eq, getTableColumns, gt, isTable, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ReadDatabase } from "../../catalog/database.ts";
import * as aaveV3 from "../../protocols/aave-v3/schema.ts";
import * as balancerV2 from "../../protocols/balancer-v2/schema.ts";
import * as berachainRewardVault from "../../protocols/berachain-reward-vault/schema.ts";
import * as curveGauge from "../../protocols/curve-gauge/schema.ts";
import * as curveStableswap from "../../protocols/curve-stableswap/schema.ts";
import * as erc4626 from "../../protocols/erc4626/schema.ts";
import * as lido from "../../protocols/lido/schema.ts";
import * as masterChef from "../../protocols/masterchef/schema.ts";
import * as morphoBlue from "../../protocols/morpho-blue/schema.ts";
import * as rocketPool from "../../protocols/rocket-pool/schema.ts";
import * as solidly from "../../protocols/solidly/schema.ts";
import * as synthetixStaking from "../../protocols/synthetix-staking/schema.ts";
import * as uniswapV2 from "../../protocols/uniswap-v2/schema.ts";
import { uniswapV3Pool } from "../../protocols/uniswap-v3/schema.ts";

const SCHEMAS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "aave-v3": aaveV3,
  "balancer-v2": balancerV2,
  "berachain-reward-vault": berachainRewardVault,
  "curve-gauge": curveGauge,
  "curve-stableswap": curveStableswap,
  erc4626,
  lido,
  masterchef: masterChef,
  "morpho-blue": morphoBlue,
  "rocket-pool": rocketPool,
  solidly,
  "synthetix-staking": synthetixStaking,
  "uniswap-v2": uniswapV2,
  // Not the ticks, which are many and change with their pool's row alone.
  "uniswap-v3": { uniswapV3Pool },
};

interface ChangingTable {
  readonly table: PgTable;
  readonly chainId: PgColumn;
  readonly updatedBlock: PgColumn;
}

/** Tables of the present, whose rows tell when they changed, by family. A family that is not listed is always read. */
export const CHANGING_TABLES: ReadonlyMap<string, readonly ChangingTable[]> = new Map(
  Object.entries(SCHEMAS).map(([family, schema]) => [
    family,
    Object.entries(schema).flatMap(([name, table]) => {
      // Logs keep the past.
      if (!isTable(table) || name.endsWith("Log")) return [];
      const { chainId, updatedBlock } = getTableColumns(table as PgTable);
      return chainId && updatedBlock ? [{ table: table as PgTable, chainId, updatedBlock }] : [];
    }),
  ]),
);

/**
 * Which of the families have rows that changed after a block, asked in one statement: most families change in few blocks, and each
 * would cost a statement or two.
 */
export async function readChangedFamilies(
  db: ReadDatabase,
  { chainId, sinceBlock }: { readonly chainId: number; readonly sinceBlock: number },
): Promise<(family: string) => boolean> {
  const questions: Record<string, SQL.Aliased<boolean>> = {};
  for (const [family, tables] of CHANGING_TABLES) {
    const changed = tables.map(
      (one) =>
        sql`exists (select 1 from ${one.table} where ${and(eq(one.chainId, chainId), gt(one.updatedBlock, sinceBlock))})`,
    );
    questions[family] = sql<boolean>`${sql.join(changed, sql` or `)}`.as(family);
  }
  const [answers] = await db.select(questions).from(sql`(select 1) as one`);
  return (family) => answers?.[family] ?? true;
}
