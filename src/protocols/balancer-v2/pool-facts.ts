import { type Address, erc20Abi } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import type { CatalogContext } from "../../catalog/discovery.ts";
import { nodeErrorOf } from "../../lib/node-error.ts";
import type { PoolRow } from "./transitions.ts";

/** Factors of 18 decimals, by what the tokens say of theirs. */
export function factorsByDecimals(
  client: CatalogContext["client"],
  tokens: readonly Address[],
): Promise<readonly bigint[]> {
  return Promise.all(
    tokens.map(async (address) => {
      const asked = {
        abi: erc20Abi,
        address,
        functionName: "decimals",
        cache: "immutable",
      } as const;
      return 10n ** BigInt(36 - (await client.readContract(asked)));
    }),
  );
}

/**
 * By registered token whether the protocol takes no part of its yield: up to version 4 each token
 * says, from 5 on the pool does for all.
 */
export async function exemptionsOf(
  client: CatalogContext["client"],
  address: Address,
  providers: readonly Address[],
  row: Pick<PoolRow, "tokens"> | null,
): Promise<readonly boolean[]> {
  const pool = { abi: BalancerV2Pool, address, cache: "immutable" } as const;
  const hasProvider = (i: number) => BigInt(providers[i] ?? "0x0") !== 0n;
  const tokens = row?.tokens ?? [];
  try {
    const isExempt = await client.readContract({
      ...pool,
      functionName: "isExemptFromYieldProtocolFee",
    });
    return tokens.map((_, i) => isExempt && hasProvider(i));
  } catch (error) {
    if (nodeErrorOf(error) === null) throw error;
    return Promise.all(
      tokens.map((token, i) =>
        hasProvider(i)
          ? client.readContract({
              ...pool,
              functionName: "isTokenExemptFromYieldProtocolFee",
              args: [token],
            })
          : false,
      ),
    );
  }
}
