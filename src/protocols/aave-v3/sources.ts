import { factory } from "ponder";
import type { Address } from "viem";
import { AaveV3Pool } from "../../../abis/AaveV3Pool.ts";
import { AaveV3PoolAddressesProvider } from "../../../abis/AaveV3PoolAddressesProvider.ts";
import { AaveV3PoolConfigurator } from "../../../abis/AaveV3PoolConfigurator.ts";
import { AaveV3RewardsController } from "../../../abis/AaveV3RewardsController.ts";
import { AaveV3ScaledToken } from "../../../abis/AaveV3ScaledToken.ts";
import { AaveV3StableDebtToken } from "../../../abis/AaveV3StableDebtToken.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { type AaveV3Contracts, deployments } from "./contracts.ts";

const [reserveInitialized] = AaveV3PoolConfigurator;

/** Tokens that the configurators announce, by the argument that names them. */
function announced(parameter: "aToken" | "variableDebtToken" | "stableDebtToken") {
  return (contracts: readonly AaveV3Contracts[]) => {
    const address = contracts.map(({ poolConfigurator }) => poolConfigurator);
    return factory({ address, event: reserveInitialized, parameter });
  };
}

/** Each address once: markets may share a contract. */
function each(pick: (contracts: AaveV3Contracts) => Address) {
  return (contracts: readonly AaveV3Contracts[]): readonly Address[] => [
    ...new Set(contracts.map(pick)),
  ];
}

/** What Ponder indexes for the family, by source name. */
export function aaveV3Sources(environment: Pick<Environment, "chains">) {
  return {
    AaveV3PoolAddressesProvider: {
      abi: AaveV3PoolAddressesProvider,
      chain: chainSources(deployments, environment, {
        address: each(({ addressesProvider }) => addressesProvider),
      }),
    },
    AaveV3PoolConfigurator: {
      abi: AaveV3PoolConfigurator,
      chain: chainSources(deployments, environment, {
        address: each(({ poolConfigurator }) => poolConfigurator),
      }),
    },
    AaveV3Pool: {
      abi: AaveV3Pool,
      chain: chainSources(deployments, environment, { address: each(({ pool }) => pool) }),
    },
    AaveV3AToken: {
      abi: AaveV3ScaledToken,
      chain: chainSources(deployments, environment, { address: announced("aToken") }),
    },
    AaveV3VariableDebtToken: {
      abi: AaveV3ScaledToken,
      chain: chainSources(deployments, environment, { address: announced("variableDebtToken") }),
    },
    AaveV3StableDebtToken: {
      abi: AaveV3StableDebtToken,
      chain: chainSources(deployments, environment, { address: announced("stableDebtToken") }),
    },
    AaveV3RewardsController: {
      abi: AaveV3RewardsController,
      chain: chainSources(deployments, environment, {
        address: each(({ rewardsController }) => rewardsController),
      }),
    },
  };
}
