import type { AbiEvent, Address } from "viem";
import {
  EulerVaultFactory,
  MetaMorphoFactory,
  MorphoVaultV2Factory,
  YearnVaultFactory,
} from "../../../abis/VaultFactories.ts";
import type { Catalogue, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, firstWords } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import type { Maker, VaultFactories } from "./factories.ts";

/** The event by which a factory tells of a vault, and what names the vault and its asset in it. */
const TOLD: Readonly<
  Record<Maker, { readonly event: AbiEvent; readonly vault: string; readonly asset: string | null }>
> = {
  metamorpho: { event: MetaMorphoFactory[0], vault: "metaMorpho", asset: "asset" },
  "morpho-v2": { event: MorphoVaultV2Factory[0], vault: "newVaultV2", asset: "asset" },
  euler: { event: EulerVaultFactory[0], vault: "proxy", asset: null },
  yearn: { event: YearnVaultFactory[0], vault: "vault_address", asset: "asset" },
};

/** Where the vaults of a chain are found: those that are listed, and what factories tell of. */
export function catalogues(chainId: number): readonly Catalogue[] {
  const own = deployments.flatMap(({ slug, chains }) => {
    const found = chains[chainId];
    return found === undefined ? [] : [{ slug, ...found }];
  });
  const begins = own.flatMap(({ startBlock }) => startBlock ?? []);
  const earliest = begins.length === 0 ? 0 : Math.min(...begins);
  return own.flatMap(({ slug, startBlock, contracts: { vaults, factories } }) => {
    const addresses = vaults.map(({ address }) => address);
    return [
      ...(addresses.length === 0 ? [] : [listed(slug, addresses)]),
      ...(factories === null ? [] : [made(slug, factories, startBlock ?? earliest)]),
    ];
  });
}

function listed(slug: string, addresses: readonly Address[]): Catalogue {
  return {
    kind: "fixed",
    key: slug,
    async read(state) {
      const answers = await firstWords(state, addresses, ["asset()", "totalSupply()"]);
      return addresses.flatMap((address, at) => {
        const [asset, supply] = answers[at] ?? [];
        if (asset === undefined || supply === undefined || supply === 0n) return [];
        return [poolOf(slug, { address, parent: address, asset: addressOf(asset) })];
      });
    },
  };
}

function made(slug: string, { maker, factory }: VaultFactories, fromBlock: number): Catalogue {
  const { event, vault, asset } = TOLD[maker];
  return {
    kind: "logged",
    key: `${slug} made`,
    address: factory,
    event,
    fromBlock,
    async read(state, logs) {
      const vaults = logs.map(({ args }) => args[vault] as Address);
      const assets = asset === null ? await assetsOf(state, vaults) : null;
      return logs.flatMap((log, at) => {
        const [address, own] = [vaults[at], assets?.[at] ?? log.args[asset ?? ""]];
        if (address === undefined || own === undefined) return [];
        return [poolOf(slug, { address, parent: log.address, asset: own as Address })];
      });
    },
  };
}

async function assetsOf(
  state: StateReader,
  vaults: readonly Address[],
): Promise<readonly (Address | undefined)[]> {
  const answers = await firstWords(state, vaults, ["asset()"]);
  return answers.map(([asset]) => (asset === undefined ? undefined : addressOf(asset)));
}

function poolOf(
  slug: string,
  { address, parent, asset }: { address: Address; parent: Address; asset: Address },
): SeedPool {
  return { id: address, address, parent, slug, tokens: [asset], facts: {} };
}
