import type { Address } from "viem";
import { type CatalogContext, recordPool } from "../../catalog/discovery.ts";
import { decimalsOf, recordToken } from "../../catalog/tokens.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { deploymentWith } from "../sources.ts";
import { type AaveV3Contracts, deployments } from "./contracts.ts";
import { aaveV3Market, aaveV3Reserve, aaveV3Token } from "./schema.ts";
import { initialized, type ReserveChange } from "./transitions.ts";

/** What handlers write with. */
export type Writer = Pick<CatalogContext, "db" | "chain">;

/** A reserve by its market's pool. */
export interface ReserveName {
  readonly pool: Address;
  readonly underlying: Address;
}

/** A log: where and when. */
export interface Origin {
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Address };
}

/** The market that a configurator belongs to. */
export function marketOf(
  chainId: number,
  configurator: Address,
): { readonly slug: string; readonly contracts: AaveV3Contracts } {
  return deploymentWith(
    deployments,
    chainId,
    ({ poolConfigurator }) => poolConfigurator === configurator.toLowerCase(),
  );
}

/**
 * Changes a reserve's row; a reserve that was listed before the first indexed block is left out.
 */
export async function changeReserve(
  { db, chain }: Writer,
  { pool, underlying }: ReserveName,
  { block, change }: { readonly block: bigint; readonly change: ReserveChange },
): Promise<void> {
  const key = { chainId: chain.id, pool, underlying };
  const row = await db.find(aaveV3Reserve, key);
  if (row === null) return;
  await db.update(aaveV3Reserve, key).set({ ...change(row), updatedBlock: Number(block) });
}

/** Changes the reserve of an aToken or debt token. */
export async function changeReserveOf(
  writer: Writer,
  { block, log }: Origin,
  change: ReserveChange,
): Promise<void> {
  const name = await writer.db.find(aaveV3Token, {
    chainId: writer.chain.id,
    address: log.address,
  });
  if (name !== null) await changeReserve(writer, name, { block: block.number, change });
}

/** What `ReserveInitialized` says. */
export interface Listing {
  readonly asset: Address;
  readonly aToken: Address;
  readonly stableDebtToken: Address;
  readonly variableDebtToken: Address;
}

/**
 * Writes the rows of a new reserve, and those of its tokens. A token that was dropped and is listed
 * again starts anew.
 */
export async function listReserve(
  context: CatalogContext,
  { block, log }: Origin,
  { asset: underlying, aToken, stableDebtToken, variableDebtToken }: Listing,
): Promise<void> {
  const { db, chain } = context;
  const { slug, contracts } = marketOf(chain.id, log.address);
  const { pool, rewardsController } = contracts;
  const number = Number(block.number);
  await recordPool(context, {
    ...{ id: aToken, address: aToken, family: "aave-v3", slug },
    ...{ tokens: [underlying], block: number },
  });
  await recordToken(context, { address: aToken, block: number });
  const market = await db.find(aaveV3Market, { chainId: chain.id, pool });
  const row = {
    ...{ slug, aToken, variableDebtToken, rewardsController },
    // Without decimals a cap counts smallest units, and lets less through than the contract.
    decimals: (await decimalsOf(context, underlying)) ?? 0,
    ...initialized(market?.revision ?? 0),
    updatedBlock: number,
  };
  await db
    .insert(aaveV3Reserve)
    .values({ chainId: chain.id, pool, underlying, ...row })
    .onConflictDoUpdate(row);
  for (const address of [aToken, stableDebtToken, variableDebtToken]) {
    if (address === ZERO_ADDRESS) continue;
    await db.insert(aaveV3Token).values({ chainId: chain.id, address, pool, underlying });
  }
}
