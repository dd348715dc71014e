import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import type { CurveGauge } from "./pool.ts";
import { curveGauge } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Gauges that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly CurveGauge[]> {
  const { updatedBlock, address } = curveGauge;
  const onChain = eq(curveGauge.chainId, chainId);
  const rows = await db
    .select()
    .from(curveGauge)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(curveGauge)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  return rows.map(({ chainId: _chainId, rewardTokens, rewardRates, rewardEnds, ...row }) => ({
    id: row.address,
    ...row,
    rewards: rewardTokens.map((token, index) => ({
      token,
      rate: rewardRates[index] ?? 0n,
      periodFinish: rewardEnds[index] ?? 0n,
    })),
  }));
}
