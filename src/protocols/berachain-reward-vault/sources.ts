import { factory } from "ponder";
import {
  BerachainRewardVault,
  BerachainRewardVaultFactory,
} from "../../../abis/BerachainRewardVault.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources, factoriesOf } from "../sources.ts";
import { deployments, type RewardVaultContracts } from "./contracts.ts";

const [vaultCreated] = BerachainRewardVaultFactory;

/**
 * What Ponder indexes for the family, by source name. The deployments share their factory, so that
 * one stands for both.
 */
export function berachainRewardVaultSources(environment: Pick<Environment, "chains">) {
  const select = ({ stakes }: RewardVaultContracts) => stakes === "bex";
  return {
    BerachainRewardVaultFactory: {
      abi: BerachainRewardVaultFactory,
      chain: chainSources(deployments, environment, { select, address: factoriesOf }),
    },
    BerachainRewardVault: {
      abi: BerachainRewardVault,
      chain: chainSources(deployments, environment, {
        select,
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: vaultCreated, parameter: "vault" }),
      }),
    },
  };
}
