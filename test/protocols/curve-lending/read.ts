import { erc20Abi, type PublicClient, parseAbi } from "viem";
import { type ListedPool, poolsOn } from "../../../src/protocols/curve-lending/contracts.ts";
import type { CurveLendingPool } from "../../../src/protocols/curve-lending/pool.ts";

const poolAbi = parseAbi([
  "function admin_balances(uint256 i) view returns (uint256)",
  "function fee() view returns (uint256)",
  "function admin_fee() view returns (uint256)",
  "function offpeg_fee_multiplier() view returns (uint256)",
  "function initial_A() view returns (uint256)",
  "function future_A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function future_A_time() view returns (uint256)",
]);
const aTokenAbi = parseAbi(["function scaledBalanceOf(address user) view returns (uint256)"]);
const marketAbi = parseAbi([
  "function paused() view returns (bool)",
  "function getReserveData(address asset) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 variableBorrowIndex, uint128 currentLiquidityRate, uint128 currentVariableBorrowRate, uint128 currentStableBorrowRate, uint40 lastUpdateTimestamp, address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress, address interestRateStrategyAddress, uint8 id))",
]);

/**
 * Every listed pool of the chain by contract reads alone; what only an index knows (prices of
 * another day) is 0.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CurveLendingPool[]> {
  const states: CurveLendingPool[] = [];
  for (const listed of poolsOn(chainId)) {
    if ((await client.getCode({ address: listed.pool })) === undefined) continue;
    states.push(await readOne(client, listed));
  }
  return states;
}

async function readOne(
  client: PublicClient,
  { pool: address, lpToken, lendingPool, slug, coins }: ListedPool,
): Promise<CurveLendingPool> {
  const pool = { abi: poolAbi, address } as const;
  const market = { abi: marketAbi, address: lendingPool } as const;
  const each = await Promise.all(
    coins.map(async ({ token, aToken }, i) => {
      const data = await client.readContract({
        ...{ ...market, functionName: "getReserveData", args: [token] },
      });
      return {
        ...{ data, rate: 10n ** BigInt(36 - (coins[i]?.decimals ?? 18)) },
        admin: await client.readContract({
          ...{ ...pool, functionName: "admin_balances", args: [BigInt(i)] },
        }),
        scaled: await client.readContract({
          ...{ abi: aTokenAbi, address: aToken, functionName: "scaledBalanceOf", args: [address] },
        }),
        held: await client.readContract({
          ...{ abi: erc20Abi, address: token, functionName: "balanceOf", args: [aToken] },
        }),
      };
    }),
  );
  const supplies = { abi: erc20Abi, address: lpToken, functionName: "totalSupply" } as const;
  return {
    ...{ id: address, address, slug, lpToken, lendingPool, updatedBlock: 0 },
    coins: coins.map(({ token }) => token),
    aTokens: coins.map(({ aToken }) => aToken),
    rates: each.map(({ rate }) => rate),
    scaledBalances: each.map(({ scaled }) => scaled),
    adminBalances: each.map(({ admin }) => admin),
    available: each.map(({ held }) => held),
    indicesRay: each.map(({ data }) => data.liquidityIndex),
    liquidityRatesRay: each.map(({ data }) => data.currentLiquidityRate),
    accruedAt: each.map(({ data }) => BigInt(data.lastUpdateTimestamp)),
    isActive: each.map(({ data }) => (data.configuration & (1n << 56n)) !== 0n),
    isFrozen: each.map(({ data }) => (data.configuration & (1n << 57n)) !== 0n),
    isPaused: await client.readContract({ ...market, functionName: "paused" }),
    supply: await client.readContract(supplies),
    feeE10: await client.readContract({ ...pool, functionName: "fee" }),
    adminFeeE10: await client.readContract({ ...pool, functionName: "admin_fee" }),
    offpegE10: await client.readContract({ ...pool, functionName: "offpeg_fee_multiplier" }),
    initialA: await client.readContract({ ...pool, functionName: "initial_A" }),
    futureA: await client.readContract({ ...pool, functionName: "future_A" }),
    initialATime: await client.readContract({ ...pool, functionName: "initial_A_time" }),
    futureATime: await client.readContract({ ...pool, functionName: "future_A_time" }),
    since: { price: 0n, timestamp: 0 },
    latest: { price: 0n, timestamp: 0 },
  };
}
