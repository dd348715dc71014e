import { type Address, encodeAbiParameters } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { npmArtifact, pickArtifact } from "../solidity/artifact.ts";
import { AAVE_LIBRARIES, aaveLibraryAddress } from "../solidity/compilations.ts";
import type { CompiledContracts } from "../solidity/contracts.ts";
import { tokenBySymbol } from "../token-list.ts";
import { contractCalls } from "./aave-v3-calls.ts";
import { tokenNames } from "./aave-v3-listing.ts";
import { aaveArtifact, type Market, marketAddress } from "./aave-v3-markets.ts";

/** `InterestRateData`: optimal use, base rate, slope below, slope above. */
const RATE_DATA = [
  { type: "uint16" },
  { type: "uint32" },
  { type: "uint32" },
  { type: "uint32" },
] as const;

/** 4 % at 80 % of use, 64 % at full use: basis points of `InterestRateData`. */
const RATES = [8_000, 0, 400, 6_000] as const;
const FLASH_LOAN_PREMIUM_BPS = 9n;

/** What an upgrade is made with. */
interface UpgradeContext {
  readonly builder: Builder;
  readonly compiled: CompiledContracts;
  readonly tokens: readonly DevnetToken[];
}

/**
 * Gives the proxies of a market, before anything is supplied, the code of version 3.6, as the real
 * markets did. Oracle, roles and rewards stay.
 */
export async function upgradeMarket(
  { builder, compiled, tokens }: UpgradeContext,
  market: Market,
): Promise<void> {
  const artifact = (name: string) => pickArtifact(compiled.aave, name);
  const at = (name: string) => marketAddress(market, `3.6 ${name}`);
  const { addressesProvider, pool, poolConfigurator, rewardsController } = market;
  await deployAt(builder, [
    ...AAVE_LIBRARIES.map((name) => ({
      address: aaveLibraryAddress(name),
      artifact: artifact(name),
    })),
    {
      address: at("rates"),
      artifact: artifact("DefaultReserveInterestRateStrategyV2"),
      args: [addressesProvider],
    },
    { address: at("configurator"), artifact: artifact("PoolConfiguratorInstance") },
  ]);
  await deployAt(builder, [
    {
      address: at("pool"),
      artifact: artifact("PoolInstance"),
      args: [addressesProvider, at("rates")],
    },
    {
      address: at("AToken"),
      artifact: artifact("ATokenInstance"),
      args: [pool, rewardsController, marketAddress(market, "treasury")],
    },
    {
      address: at("VariableDebtToken"),
      artifact: artifact("VariableDebtTokenInstance"),
      args: [pool, rewardsController],
    },
  ]);
  const provider = npmArtifact(aaveArtifact("protocol/configuration/PoolAddressesProvider"));
  const registry = contractCalls(builder, addressesProvider, provider);
  registry("setPoolImpl", [at("pool")]);
  registry("setPoolConfiguratorImpl", [at("configurator")]);
  await builder.flush();
  const configure = contractCalls(builder, poolConfigurator, artifact("PoolConfiguratorInstance"));
  for (const symbol of market.reserves) {
    const { address: asset } = tokenBySymbol(tokens, symbol);
    const update = (kind: "aToken" | "variableDebtToken", implementation: Address) => ({
      ...{ asset, implementation, params: "0x10" },
      ...tokenNames(market, kind, symbol),
    });
    configure("updateAToken", [update("aToken", at("AToken"))]);
    configure("updateVariableDebtToken", [update("variableDebtToken", at("VariableDebtToken"))]);
    configure("setReserveInterestRateData", [asset, encodeAbiParameters(RATE_DATA, RATES)]);
  }
  configure("updateFlashloanPremium", [FLASH_LOAN_PREMIUM_BPS]);
  await builder.flush();
}
