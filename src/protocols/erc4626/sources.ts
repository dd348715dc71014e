import { factory } from "ponder";
import type { Address } from "viem";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import {
  EulerVaultFactory,
  MetaMorphoFactory,
  MorphoVaultV2Factory,
  YearnVaultFactory,
} from "../../../abis/VaultFactories.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments, type Erc4626Contracts } from "./contracts.ts";
import type { Maker } from "./factories.ts";

const [createMetaMorpho] = MetaMorphoFactory;
const [createVaultV2] = MorphoVaultV2Factory;
const [proxyCreated] = EulerVaultFactory;
const [newVault] = YearnVaultFactory;

/** What Ponder indexes for the family, by source name. */
export function erc4626Sources(environment: Pick<Environment, "chains">) {
  /** Made of what some contracts of a chain name; nothing where they name nothing. */
  function sourcesOf<A>(
    addressesIn: (contracts: Erc4626Contracts) => readonly Address[],
    source: (addresses: readonly Address[]) => A,
  ) {
    return chainSources(deployments, environment, {
      address(contracts) {
        const addresses = contracts.flatMap(addressesIn);
        return addresses.length === 0 ? null : source(addresses);
      },
    });
  }
  const itself = (addresses: readonly Address[]) => addresses;
  const listed = ({ vaults }: Erc4626Contracts) => vaults.map(({ address }) => address);
  const makers =
    (maker: Maker) =>
    ({ factories }: Erc4626Contracts) =>
      factories?.maker === maker ? factories.factory : [];
  return {
    Erc4626Vault: { abi: Erc4626, chain: sourcesOf(listed, itself) },
    MetaMorphoFactory: { abi: MetaMorphoFactory, chain: sourcesOf(makers("metamorpho"), itself) },
    MetaMorphoVault: {
      abi: Erc4626,
      chain: sourcesOf(makers("metamorpho"), (address) =>
        factory({ address, event: createMetaMorpho, parameter: "metaMorpho" }),
      ),
    },
    MorphoVaultV2Factory: {
      abi: MorphoVaultV2Factory,
      chain: sourcesOf(makers("morpho-v2"), itself),
    },
    MorphoVaultV2: {
      abi: Erc4626,
      chain: sourcesOf(makers("morpho-v2"), (address) =>
        factory({ address, event: createVaultV2, parameter: "newVaultV2" }),
      ),
    },
    EulerVaultFactory: { abi: EulerVaultFactory, chain: sourcesOf(makers("euler"), itself) },
    EulerVault: {
      abi: Erc4626,
      chain: sourcesOf(makers("euler"), (address) =>
        factory({ address, event: proxyCreated, parameter: "proxy" }),
      ),
    },
    YearnVaultFactory: { abi: YearnVaultFactory, chain: sourcesOf(makers("yearn"), itself) },
    YearnVault: {
      abi: Erc4626,
      chain: sourcesOf(makers("yearn"), (address) =>
        factory({ address, event: newVault, parameter: "vault_address" }),
      ),
    },
  };
}
