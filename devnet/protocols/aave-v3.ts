import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import { GENESIS_TIMESTAMP } from "../chains.ts";
import { deployAt } from "../deploy-at.ts";
import { asHex } from "../rpc.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { contractCalls } from "./aave-v3-calls.ts";
import { deployMarket } from "./aave-v3-market.ts";
import { AAVE_V3, type Market, marketAddress, SPARK } from "./aave-v3-markets.ts";
import { upgradeMarket } from "./aave-v3-upgrade.ts";
import type { DevnetProtocol, SeedContext } from "./protocol.ts";

/** Supplies what the operator borrows, and owes nothing. */
export const LENDER = generatedAddress("aave lender");

const REWARDS = "@aave/periphery-v3/artifacts/contracts/rewards";
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function approve(address spender, uint256 value)",
]);
const poolAbi = parseAbi([
  "struct ReserveData { uint256 configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }",
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
  "function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
  "function getReserveData(address asset) view returns (ReserveData)",
]);
const VARIABLE_RATE = 2n;
const MAX_UINT256 = (1n << 256n) - 1n;
/** Reserve whose suppliers are rewarded. */
const REWARDED = "USDC";
/** Of each reward, smallest units: 0.01 tokens, for ten years. */
const EMISSION_PER_SECOND = 10n ** 16n;
const REWARD_SECONDS = 315_360_000;

/**
 * Aave V3, listed by published bytecode in mainnet's order, so that pool, configurator and aTokens
 * have their real addresses, and upgraded to version 3.6 as on mainnet.
 */
export const aaveV3: DevnetProtocol = marketProtocol(AAVE_V3, "3.6");

/** The same market as it was before. */
export const aaveV30: DevnetProtocol = marketProtocol(AAVE_V3, "3.0");

/** Spark: the bytecode of version 3.0 at Spark's addresses. */
export const spark: DevnetProtocol = marketProtocol(SPARK, "3.0");

function marketProtocol(market: Market, version: "3.0" | "3.6"): DevnetProtocol {
  return {
    slug: market.slug,
    compilations: version === "3.6" ? ["aave"] : [],
    async deploy(context) {
      await deployMarket(context.builder, market, context.tokens);
      if (version === "3.6") await upgradeMarket(context, market);
    },
    async seed(context) {
      supply(context, market);
      await context.builder.flush();
      if (market.rewards.length > 0) await addRewards(context, market);
    },
  };
}

/** The operator supplies for the lender, and borrows against collateral of its own. */
function supply({ builder, tokens }: SeedContext, market: Market): void {
  const { operator } = builder;
  const pool = contractCalls(builder, market.pool, { abi: poolAbi });
  const { collateral } = market;
  const supplies = [
    { ...collateral, lent: 0n, to: operator },
    ...Object.entries(market.supplies).map(([symbol, some]) => ({ symbol, ...some, to: LENDER })),
  ].map(({ symbol, tokens: whole, lent, to }) => {
    const token = tokenBySymbol(tokens, symbol);
    const amount = whole * 10n ** BigInt(token.decimals);
    return { token, amount, borrowed: (amount * lent) / 100n, to };
  });
  for (const { token, amount, to } of supplies) {
    const call = contractCalls(builder, token.address, { abi: tokenAbi });
    if (token.address === builder.spec.wrappedNative.address.toLowerCase()) {
      const data = encodeFunctionData({ abi: tokenAbi, functionName: "deposit" });
      const label = `wrapping for ${market.slug}`;
      builder.queue({ to: token.address, data, value: amount, gas: 100_000n, label });
    } else {
      call("mint", [operator, amount]);
    }
    call("approve", [market.pool, amount]);
    pool("supply", [token.address, amount, to, 0]);
  }
  for (const { token, borrowed } of supplies) {
    if (borrowed > 0n) pool("borrow", [token.address, borrowed, VARIABLE_RATE, 0, operator]);
  }
}

/** Pays rewards out of the operator's tokens. */
async function addRewards({ builder, tokens }: SeedContext, market: Market): Promise<void> {
  const { operator } = builder;
  const { rewardsController } = market;
  const at = (name: string) => marketAddress(market, name);
  const manager = npmArtifact(`${REWARDS}/EmissionManager.sol/EmissionManager.json`);
  const strategy = npmArtifact(
    `${REWARDS}/transfer-strategies/PullRewardsTransferStrategy.sol/PullRewardsTransferStrategy.json`,
  );
  await deployAt(builder, [
    { address: at("emission manager"), artifact: manager, args: [operator] },
    { address: at("payer"), artifact: strategy, args: [rewardsController, operator, operator] },
  ]);
  const manage = contractCalls(builder, at("emission manager"), manager);
  manage("setRewardsController", [rewardsController]);
  const aToken = await aTokenOf(builder, market, tokenBySymbol(tokens, REWARDED).address);
  for (const symbol of market.rewards) {
    const { address } = tokenBySymbol(tokens, symbol);
    const reward = contractCalls(builder, address, { abi: tokenAbi });
    reward("mint", [operator, EMISSION_PER_SECOND * BigInt(REWARD_SECONDS)]);
    reward("approve", [at("payer"), MAX_UINT256]);
    manage("setEmissionAdmin", [address, operator]);
    manage("configureAssets", [
      [
        {
          emissionPerSecond: EMISSION_PER_SECOND,
          totalSupply: 0n,
          distributionEnd: GENESIS_TIMESTAMP + REWARD_SECONDS,
          asset: aToken,
          reward: address,
          transferStrategy: at("payer"),
          rewardOracle: at(`price of ${symbol}`),
        },
      ],
    ]);
  }
  await builder.flush();
}

/** The aToken of a reserve. */
async function aTokenOf(builder: Builder, market: Market, underlying: Address): Promise<Address> {
  const call = { abi: poolAbi, functionName: "getReserveData" } as const;
  const data = encodeFunctionData({ ...call, args: [underlying] });
  const answer = await builder.rpc.request("eth_call", [{ to: market.pool, data }, "latest"]);
  return decodeFunctionResult({ ...call, data: asHex(answer) }).aTokenAddress;
}
