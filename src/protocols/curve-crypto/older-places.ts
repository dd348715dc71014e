import { type Address, isAddress } from "viem";
import { lower } from "../../lib/address.ts";
import type { Facts, SeedPool } from "../../seed/family.ts";
import type { OlderPoolContracts } from "./contracts-older.ts";
import { type Generation, isOlder } from "./older-code.ts";
import type { PoolPlace } from "./reading.ts";

/** A pool to read, with what its code is. */
export type KnownPlace = PoolPlace & { readonly generation: Generation };

/** 10^(18 - decimals) of coins. */
export function precisionsOf(decimals: readonly number[]): readonly bigint[] {
  return decimals.map((each) => 10n ** BigInt(18 - each));
}

/** A listed pool. */
export function olderPlaceOf({
  pool,
  lpToken,
  code,
  coins,
  decimals,
}: OlderPoolContracts): KnownPlace {
  return { address: pool, coins, generation: code, lpToken, precisions: precisionsOf(decimals) };
}

/** What the start keeps of a pool of older code. */
export function factsOf({ generation, lpToken, precisions }: KnownPlace): Facts {
  return { generation, lpToken, precisions: precisions.join() };
}

/** A pool that the start found; without facts it is of a factory that needs none. */
export function placeIn({ address, tokens: coins, facts }: SeedPool): KnownPlace {
  const { generation, lpToken, precisions } = facts;
  if (typeof generation !== "string" || !isOlder(generation))
    return { address, coins, generation: "ng", lpToken: address, precisions: [] };
  return {
    ...{ address, coins, generation, lpToken: tokenIn(lpToken) ?? address },
    precisions: String(precisions).split(",").map(BigInt),
  };
}

function tokenIn(fact: Facts[string] | undefined): Address | null {
  return typeof fact === "string" && isAddress(fact) ? lower(fact) : null;
}
