import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { LoadRequest } from "../protocol.ts";
import type { LidoState } from "./pool.ts";
import { lido } from "./schema.ts";

/** Lido, when it changed after `sinceBlock` or is asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly LidoState[]> {
  const onChain = eq(lido.chainId, chainId);
  const changed = await db
    .select()
    .from(lido)
    .where(and(onChain, gt(lido.updatedBlock, sinceBlock)));
  const asked = await db
    .select()
    .from(lido)
    .where(
      and(onChain, lte(lido.updatedBlock, sinceBlock), inArray(lido.stEth, [...ids] as Address[])),
    );
  return [...changed, ...asked].map(({ chainId: _chainId, ...row }) => ({ id: row.stEth, ...row }));
}
