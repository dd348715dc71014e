import type { Hex } from "viem";
import { processEnvironment } from "../lib/env.ts";
import { openSeedStore, type SeedStore } from "../seed/store.ts";

/**
 * Pools by their ids as a first start listed them; those that it did not are left out. On a
 * connection for the moment, as this is rare.
 */
export async function cataloguedPools(
  chainId: number,
  ids: readonly Hex[],
): ReturnType<SeedStore["poolsOf"]> {
  const store = await openSeedStore(processEnvironment().databaseUrl ?? "");
  try {
    return await store.poolsOf(chainId, ids);
  } finally {
    await store.close();
  }
}
