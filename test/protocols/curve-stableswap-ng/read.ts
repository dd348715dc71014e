import { erc20Abi, type PublicClient, parseAbi } from "viem";
import { CurveStableSwapFactoryNg } from "../../../abis/CurveStableSwapNg.ts";
import { lower, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { type Metapool, reliance } from "../../../src/protocols/curve-stableswap/metapool.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { deployments } from "../../../src/protocols/curve-stableswap-ng/contracts.ts";
import type { CurveNgPool } from "../../../src/protocols/curve-stableswap-ng/pool.ts";
import { read as readPlain } from "../curve-stableswap/read.ts";

const poolAbi = parseAbi([
  "function get_balances() view returns (uint256[])",
  "function stored_rates() view returns (uint256[])",
  "function fee() view returns (uint256)",
  "function admin_fee() view returns (uint256)",
  "function offpeg_fee_multiplier() view returns (uint256)",
  "function initial_A() view returns (uint256)",
  "function future_A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function future_A_time() view returns (uint256)",
]);

/**
 * Every pool of the chain's factory, by contract reads alone; what only an index knows (prices of
 * another day) is 0.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly CurveNgPool[]> {
  const states: CurveNgPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const factory = { abi: CurveStableSwapFactoryNg, address: contracts.factory } as const;
    if ((await client.getCode({ address: factory.address })) === undefined) continue;
    const count = await client.readContract({ ...factory, functionName: "pool_count" });
    for (let i = 0n; i < count; i++) {
      const listed = { ...factory, functionName: "pool_list", args: [i] } as const;
      const address = lower(await client.readContract(listed));
      const coins = { ...factory, functionName: "get_coins", args: [address] } as const;
      const baseOf = { ...factory, functionName: "get_base_pool", args: [address] } as const;
      const basePool = lower(await client.readContract(baseOf));
      states.push({
        ...{ id: address, address, slug, lpToken: address, updatedBlock: 0 },
        ...{ coins: (await client.readContract(coins)).map(lower), returnsAmount: true },
        ...{ basePool: basePool === ZERO_ADDRESS ? null : basePool, base: null, paused: false },
        ...{ aPrecision: 100n, dividesAtOnce: true },
        ...(await readNumbers(client, address)),
        since: { price: 0n, timestamp: 0 },
        latest: { price: 0n, timestamp: 0 },
      });
    }
  }
  return withBases(states, [...states, ...(await readPlain(client, chainId))]);
}

/** Metapools with their base pools, of those that are given. */
export function withBases<S extends Metapool>(
  states: readonly S[],
  bases: readonly CurvePool[],
): readonly S[] {
  return states.map((state) => {
    const base = bases.find(({ address }) => address === state.basePool);
    return reliance.given(state, base ?? null);
  });
}

async function readNumbers(client: PublicClient, address: `0x${string}`) {
  const pool = { abi: poolAbi, address } as const;
  const supplies = { abi: erc20Abi, address, functionName: "totalSupply" } as const;
  return {
    balances: await client.readContract({ ...pool, functionName: "get_balances" }),
    rates: await client.readContract({ ...pool, functionName: "stored_rates" }),
    supply: await client.readContract(supplies),
    feeE10: await client.readContract({ ...pool, functionName: "fee" }),
    adminFeeE10: await client.readContract({ ...pool, functionName: "admin_fee" }),
    offpegE10: await client.readContract({ ...pool, functionName: "offpeg_fee_multiplier" }),
    initialA: await client.readContract({ ...pool, functionName: "initial_A" }),
    futureA: await client.readContract({ ...pool, functionName: "future_A" }),
    initialATime: await client.readContract({ ...pool, functionName: "initial_A_time" }),
    futureATime: await client.readContract({ ...pool, functionName: "future_A_time" }),
  };
}
