import type { Address } from "viem";
import type { Builder } from "../builder.ts";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { type Artifact, npmArtifact } from "../solidity/artifact.ts";
import { linkedArtifact } from "../solidity/linked-artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { contractCalls } from "./aave-v3-calls.ts";
import { listReserves } from "./aave-v3-listing.ts";
import { aaveArtifact, type Market, marketAddress } from "./aave-v3-markets.ts";

const ZERO: Address = "0x0000000000000000000000000000000000000000";
/** Decimals of prices in US dollars. */
const PRICE_DECIMALS = 8;
const RAY = 10n ** 27n;

const LIBRARIES = [
  "SupplyLogic",
  "BorrowLogic",
  "LiquidationLogic",
  "EModeLogic",
  "BridgeLogic",
  "ConfiguratorLogic",
  "PoolLogic",
  "FlashLoanLogic",
];

const FLASH_LOAN_PREMIUM_BPS = 9n;
/** The treasury's part of the premium. */
const FLASH_LOAN_FEE_BPS = 3_000n;

/** Deploys a market with the published bytecode and lists its reserves; nothing is supplied yet. */
export async function deployMarket(
  builder: Builder,
  market: Market,
  tokens: readonly DevnetToken[],
): Promise<void> {
  const at = (name: string) => marketAddress(market, name);
  const { addressesProvider, poolConfigurator } = market;
  const libraries = Object.fromEntries(LIBRARIES.map((name) => [name, at(name)]));
  const core = (path: string): Artifact => linkedArtifact(aaveArtifact(path), libraries);
  const priced = [...market.reserves, ...market.rewards].map((symbol) =>
    tokenBySymbol(tokens, symbol),
  );
  const provider = core("protocol/configuration/PoolAddressesProvider");
  await deployAt(builder, [
    ...LIBRARIES.map((name) => ({
      address: at(name),
      artifact: core(`protocol/libraries/logic/${name}`),
    })),
    { address: addressesProvider, artifact: provider, args: [market.slug, builder.operator] },
    ...priced.map(({ symbol, priceUsd }) => ({
      address: at(`price of ${symbol}`),
      artifact: core("mocks/oracle/CLAggregators/MockAggregator"),
      args: [BigInt(Math.round(priceUsd * 10 ** PRICE_DECIMALS))],
    })),
  ]);
  const registry = contractCalls(builder, addressesProvider, provider);
  registry("setACLAdmin", [builder.operator]);
  await builder.flush();
  const acl = core("protocol/configuration/ACLManager");
  const configurator = core("protocol/pool/PoolConfigurator");
  await deployAt(builder, [
    { address: at("acl"), artifact: acl, args: [addressesProvider] },
    oracle(market, priced, core),
    {
      address: at("data provider"),
      artifact: core("misc/AaveProtocolDataProvider"),
      args: [addressesProvider],
    },
    { address: at("pool"), artifact: core("protocol/pool/Pool"), args: [addressesProvider] },
    { address: at("configurator"), artifact: configurator },
    rewardsController(market),
    rateStrategy(market, core),
  ]);
  const roles = contractCalls(builder, at("acl"), acl);
  registry("setACLManager", [at("acl")]);
  roles("addPoolAdmin", [builder.operator]);
  roles("addAssetListingAdmin", [builder.operator]);
  registry("setPriceOracle", [at("oracle")]);
  registry("setPoolDataProvider", [at("data provider")]);
  // Each of these creates a proxy; their order gives them their real addresses.
  registry("setPoolImpl", [at("pool")]);
  registry("setPoolConfiguratorImpl", [at("configurator")]);
  await builder.flush();
  await deployAt(
    builder,
    ["AToken", "StableDebtToken", "VariableDebtToken"].map((name) => ({
      address: at(name),
      artifact: core(`protocol/tokenization/${name}`),
      args: [market.pool],
    })),
  );
  const configure = contractCalls(builder, poolConfigurator, configurator);
  listReserves(configure, market, tokens);
  configure("updateFlashloanPremiumTotal", [FLASH_LOAN_PREMIUM_BPS]);
  configure("updateFlashloanPremiumToProtocol", [FLASH_LOAN_FEE_BPS]);
  await builder.flush();
}

function oracle(
  market: Market,
  priced: readonly DevnetToken[],
  core: (path: string) => Artifact,
): Deployment {
  const feeds = priced.map(({ symbol }) => marketAddress(market, `price of ${symbol}`));
  return {
    address: marketAddress(market, "oracle"),
    artifact: core("misc/AaveOracle"),
    args: [
      market.addressesProvider,
      priced.map(({ address }) => address),
      feeds,
      ZERO,
      ZERO,
      10n ** BigInt(PRICE_DECIMALS),
    ],
  };
}

/** Without a proxy: the markets differ in who created theirs. */
function rewardsController(market: Market): Deployment {
  return {
    address: market.rewardsController,
    artifact: npmArtifact(
      "@aave/periphery-v3/artifacts/contracts/rewards/RewardsController.sol/RewardsController.json",
    ),
    args: [marketAddress(market, "emission manager")],
  };
}

/** One curve for all: 4 % at 80 % of use, 64 % at full use; stable rates 2 % above. */
function rateStrategy(market: Market, core: (path: string) => Artifact): Deployment {
  const percent = (value: bigint) => (value * RAY) / 100n;
  return {
    address: marketAddress(market, "rates"),
    artifact: core("protocol/pool/DefaultReserveInterestRateStrategy"),
    args: [market.addressesProvider, ...[80n, 0n, 4n, 60n, 2n, 60n, 2n, 5n, 20n].map(percent)],
  };
}
