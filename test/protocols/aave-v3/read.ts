import { type Address, erc20Abi, type PublicClient, parseAbi, zeroAddress } from "viem";
import { lower } from "../../../src/lib/address.ts";
import { RAY } from "../../../src/lib/rpow.ts";
import { type AaveV3Contracts, deployments } from "../../../src/protocols/aave-v3/contracts.ts";
import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";
import { REVISION } from "../../../src/protocols/aave-v3/revision.ts";

export const poolAbi = parseAbi([
  "struct ReserveData { uint256 configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }",
  "function POOL_REVISION() view returns (uint256)",
  "function getVirtualUnderlyingBalance(address asset) view returns (uint128)",
  "function getReservesList() view returns (address[])",
  "function getReserveData(address asset) view returns (ReserveData)",
  "function getUserAccountData(address user) view returns (uint256, uint256, uint256, uint256, uint256, uint256)",
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
  "function withdraw(address asset, uint256 amount, address to) returns (uint256)",
  "function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
  "function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)",
  "function repayWithATokens(address asset, uint256 amount, uint256 interestRateMode) returns (uint256)",
  "function swapBorrowRateMode(address asset, uint256 interestRateMode)",
  "function mintToTreasury(address[] assets)",
  "function setUserUseReserveAsCollateral(address asset, bool useAsCollateral)",
  "function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)",
]);
const tokenAbi = parseAbi([
  "function scaledTotalSupply() view returns (uint256)",
  "function getSupplyData() view returns (uint256, uint256, uint256, uint40)",
  "function getRewardsByAsset(address asset) view returns (address[])",
]);

/** Reserves of every market with code on a chain, at the newest block, by contract reads alone. */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly AaveV3Reserve[]> {
  const states: AaveV3Reserve[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const code = await client.getCode({ address: contracts.pool });
    if (code === undefined) continue;
    const call = { abi: poolAbi, address: contracts.pool } as const;
    const assets = await client.readContract({ ...call, functionName: "getReservesList" });
    const number = await client.readContract({ ...call, functionName: "POOL_REVISION" });
    const market = { slug, contracts, revision: Number(number) };
    const reserves = assets.map((asset) => readReserve(client, { ...market, asset }));
    states.push(...(await Promise.all(reserves)));
  }
  return states;
}

async function readReserve(
  client: PublicClient,
  {
    slug,
    contracts,
    asset,
    revision,
  }: { slug: string; contracts: AaveV3Contracts; asset: Address; revision: number },
): Promise<AaveV3Reserve> {
  const data = await client.readContract({
    ...{ abi: poolAbi, address: contracts.pool },
    ...{ functionName: "getReserveData", args: [asset] },
  });
  const { aTokenAddress, variableDebtTokenAddress, stableDebtTokenAddress } = data;
  const scaledSupplyOf = (address: Address) =>
    client.readContract({ abi: tokenAbi, address, functionName: "scaledTotalSupply" });
  const rewardsOf = (token: Address) =>
    client.readContract({
      ...{ abi: tokenAbi, address: contracts.rewardsController },
      ...{ functionName: "getRewardsByAsset", args: [token] },
    });
  const [scaledSupply, scaledVariableDebt, stable, availableLiquidity, ...rewards] =
    await Promise.all([
      scaledSupplyOf(aTokenAddress),
      scaledSupplyOf(variableDebtTokenAddress),
      stableDebtTokenAddress === zeroAddress
        ? ([0n, 0n, 0n, 0] as const)
        : client.readContract({
            ...{ abi: tokenAbi, address: stableDebtTokenAddress, functionName: "getSupplyData" },
          }),
      revision < REVISION.syncsIndices
        ? client.readContract({
            ...{ abi: erc20Abi, address: asset, functionName: "balanceOf", args: [aTokenAddress] },
          })
        : client.readContract({
            ...{ abi: poolAbi, address: contracts.pool },
            ...{ functionName: "getVirtualUnderlyingBalance", args: [asset] },
          }),
      rewardsOf(aTokenAddress),
      rewardsOf(variableDebtTokenAddress),
    ]);
  const [stableDebt, , stableRateRay, stableUpdatedAt] = stable;
  const bits = (from: bigint, length: bigint) =>
    (data.configuration >> from) & ((1n << length) - 1n);
  return {
    revision,
    ...{ id: lower(aTokenAddress), aToken: lower(aTokenAddress), slug, updatedBlock: 0 },
    ...{ pool: contracts.pool, rewardsController: contracts.rewardsController },
    ...{ underlying: lower(asset), variableDebtToken: lower(variableDebtTokenAddress) },
    rewards: [...new Set(rewards.flat().map(lower))].sort(),
    // Bits of the configuration: https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/types/DataTypes.sol
    decimals: Number(bits(48n, 8n)),
    isActive: bits(56n, 1n) === 1n,
    isFrozen: bits(57n, 1n) === 1n,
    isBorrowingEnabled: bits(58n, 1n) === 1n,
    isPaused: bits(60n, 1n) === 1n,
    reserveFactorBps: Number(bits(64n, 16n)),
    supplyCap: bits(116n, 36n),
    liquidityIndexRay: data.liquidityIndex,
    liquidityRateRay: data.currentLiquidityRate,
    variableBorrowIndexRay: data.variableBorrowIndex,
    variableBorrowRateRay: data.currentVariableBorrowRate,
    accruedAt: data.lastUpdateTimestamp,
    ...{ scaledSupply, scaledVariableDebt, stableDebt, stableRateRay, stableUpdatedAt },
    accruedToTreasury: data.accruedToTreasury,
    availableLiquidity,
  };
}

/** What was supplied to a reserve and has been earned by it; smallest unit. */
export function suppliedOf({ scaledSupply, liquidityIndexRay }: AaveV3Reserve): bigint {
  return (scaledSupply * liquidityIndexRay) / RAY;
}
