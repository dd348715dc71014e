import { type Address, type Hex, slice } from "viem";
import type { CatalogContext } from "../../catalog/discovery.ts";
import { lower } from "../../lib/address.ts";
import { balancerV2Pool } from "./schema.ts";
import { type LogPlace, type PoolRow, unregistered } from "./transitions.ts";

const ADDRESS_BYTES = 20;

interface Log {
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

/** Where an event is. */
export function placeOf({ block }: Log): LogPlace {
  return { block: Number(block.number), timestamp: Number(block.timestamp) };
}

/** Replaces the row of a pool by what `change` makes of it. Null where it has none. */
export async function change(
  context: CatalogContext,
  address: Address,
  transition: (row: PoolRow) => PoolRow,
): Promise<PoolRow | null> {
  const key = { chainId: context.chain.id, address: lower(address) };
  const row = await context.db.find(balancerV2Pool, key);
  if (row === null) return null;
  const { address: _address, ...values } = transition(row);
  return context.db.update(balancerV2Pool, key).set(values);
}

/** As `change`, for what may be the first log of a pool. */
export async function changeOrStart(
  context: CatalogContext,
  { address, block }: { readonly address: Address; readonly block: number },
  transition: (row: PoolRow) => PoolRow,
): Promise<void> {
  const key = { chainId: context.chain.id, address: lower(address) };
  const row = await context.db.find(balancerV2Pool, key);
  const { address: _address, ...values } = transition(row ?? unregistered(key.address, block));
  if (row === null) await context.db.insert(balancerV2Pool).values({ ...key, ...values });
  else await context.db.update(balancerV2Pool, key).set(values);
}

/** As `change`, for a pool that a known factory made; its log comes after that of the factory. */
export function changeKnown(
  context: CatalogContext,
  poolId: Hex,
  transition: (row: PoolRow) => PoolRow,
): Promise<PoolRow | null> {
  return change(context, slice(poolId, 0, ADDRESS_BYTES), (row) =>
    row.kind === null ? row : transition(row),
  );
}
