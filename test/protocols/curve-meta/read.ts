import { erc20Abi, type PublicClient, parseAbi } from "viem";
import { CurveMetaFactory } from "../../../abis/CurveMeta.ts";
import { lower, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/curve-meta/contracts.ts";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import { read as readPlain } from "../curve-stableswap/read.ts";
import { withBases } from "../curve-stableswap-ng/read.ts";
import { isRevert } from "../draw-taken.ts";

const poolAbi = parseAbi([
  "function coins(uint256 i) view returns (address)",
  "function balances(uint256 i) view returns (uint256)",
  "function fee() view returns (uint256)",
  "function admin_fee() view returns (uint256)",
  "function initial_A() view returns (uint256)",
  "function future_A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function future_A_time() view returns (uint256)",
  "function get_virtual_price() view returns (uint256)",
]);

/**
 * Every metapool of the chain's factory with its base pool, by contract reads alone; what only an
 * index knows (prices of another day) is 0.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CurveMetaPool[]> {
  return withBases(await readMetapools(client, chainId), await readPlain(client, chainId));
}

/** The same without the base pools. */
export async function readMetapools(
  client: PublicClient,
  chainId: number,
): Promise<readonly CurveMetaPool[]> {
  const states: CurveMetaPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const factory = { abi: CurveMetaFactory, address: contracts.factory } as const;
    if ((await client.getCode({ address: factory.address })) === undefined) continue;
    const count = await client.readContract({ ...factory, functionName: "pool_count" });
    for (let i = 0n; i < count; i++) {
      const listed = { ...factory, functionName: "pool_list", args: [i] } as const;
      const address = lower(await client.readContract(listed));
      const of = { ...factory, args: [address] } as const;
      const basePool = lower(await client.readContract({ ...of, functionName: "get_base_pool" }));
      // Plain pools, which the same factory made.
      if (basePool === ZERO_ADDRESS) continue;
      states.push({
        ...{ id: address, address, slug, lpToken: address, updatedBlock: 0 },
        ...{ basePool, base: null, returnsAmount: true, paused: false },
        ...{ aPrecision: 100n, dividesAtOnce: false, offpegE10: null },
        ...(await readNumbers(client, address, basePool)),
        since: { price: 0n, timestamp: 0 },
        latest: { price: 0n, timestamp: 0 },
      });
    }
  }
  return states;
}

async function readNumbers(client: PublicClient, address: `0x${string}`, basePool: `0x${string}`) {
  const pool = { abi: poolAbi, address } as const;
  const coinAt = (i: bigint) => ({ ...pool, functionName: "coins", args: [i] }) as const;
  const balanceAt = (i: bigint) => ({ ...pool, functionName: "balances", args: [i] }) as const;
  const coins = [
    lower(await client.readContract(coinAt(0n))),
    lower(await client.readContract(coinAt(1n))),
  ];
  const decimals = {
    abi: erc20Abi,
    address: coins[0] ?? address,
    functionName: "decimals",
  } as const;
  const supplies = { abi: erc20Abi, address, functionName: "totalSupply" } as const;
  return {
    coins,
    rates: [
      10n ** BigInt(36 - (await client.readContract(decimals))),
      await priceOf(client, basePool),
    ],
    balances: [await client.readContract(balanceAt(0n)), await client.readContract(balanceAt(1n))],
    supply: await client.readContract(supplies),
    feeE10: await client.readContract({ ...pool, functionName: "fee" }),
    adminFeeE10: await client.readContract({ ...pool, functionName: "admin_fee" }),
    initialA: await client.readContract({ ...pool, functionName: "initial_A" }),
    futureA: await client.readContract({ ...pool, functionName: "future_A" }),
    initialATime: await client.readContract({ ...pool, functionName: "initial_A_time" }),
    futureATime: await client.readContract({ ...pool, functionName: "future_A_time" }),
  };
}

/** A base pool's virtual price; 0 while it is too uneven to find an invariant. */
async function priceOf(client: PublicClient, address: `0x${string}`): Promise<bigint> {
  try {
    return await client.readContract({ abi: poolAbi, address, functionName: "get_virtual_price" });
  } catch (error) {
    if (isRevert(error)) return 0n;
    throw error;
  }
}
