import { type Address, type Hex, multicall3Abi, type PublicClient, parseAbi, slice } from "viem";
import {
  EulerVaultFactory,
  MetaMorphoFactory,
  MorphoVaultV2Factory,
  YearnVaultFactory,
} from "../../../abis/VaultFactories.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments, listedVault, vaultsOf } from "../../../src/protocols/erc4626/contracts.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { readVaults } from "../../../src/protocols/erc4626/reading.ts";
import { vaultOf } from "../../../src/protocols/erc4626/vaults.ts";

const factoryEvents = [
  ...MetaMorphoFactory,
  ...MorphoVaultV2Factory,
  ...EulerVaultFactory,
  ...YearnVaultFactory,
];
const assetAbi = parseAbi(["function asset() view returns (address)"]);

/** A vault, and whose it is. */
interface FoundVault {
  readonly slug: string;
  readonly address: Address;
}

/** Listed vaults that exist, and those that factories have told of. */
async function vaultsOn(client: PublicClient, chainId: number): Promise<readonly FoundVault[]> {
  const vaults: FoundVault[] = [];
  for (const { address } of vaultsOf(chainId)) {
    const slug = listedVault(chainId, address)?.slug ?? "";
    if ((await client.getCode({ address })) !== undefined) vaults.push({ slug, address });
  }
  for (const { slug, chains } of deployments) {
    const address = chains[chainId]?.contracts.factories?.factory ?? [];
    if (address.length === 0) continue;
    const range = { fromBlock: 0n, toBlock: "latest" } as const;
    const logs = await client.getLogs({ address: [...address], events: factoryEvents, ...range });
    // Each names the vault first, that of Vaults V2 last.
    for (const { eventName, topics } of logs) {
      const vault = (topics as readonly Hex[]).at(eventName === "CreateVaultV2" ? 3 : 1);
      if (vault !== undefined) vaults.push({ slug, address: lower(slice(vault, 12)) });
    }
  }
  return vaults;
}

/**
 * Every vault that exists, as it is at the newest block. No observation of a price is
 * older, so that yields are 0.
 *
 * @param holder Account that has shares; it shows what the vaults can pay.
 * @param held The holder's shares of the vaults that can pay it all it has, and tell no more; kept
 *   up to date.
 */
export async function read(
  client: PublicClient,
  chainId: number,
  holder: Address,
  held = new Map<string, bigint>(),
): Promise<readonly Erc4626Vault[]> {
  const { number, timestamp } = await client.getBlock();
  const multicall3 = CHAINS.get(chainId)?.multicall3;
  if (multicall3 === undefined) throw new Error(`No chain ${chainId}.`);
  const aggregate: Aggregate = (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber: number },
    });
  const found = await vaultsOn(client, chainId);
  const configs = found.flatMap((vault) => vaultOf(chainId, vault) ?? []);
  const queries = await Promise.all(
    configs.map(async (config) => {
      const of = { abi: assetAbi, address: config.address, functionName: "asset" } as const;
      return { config, asset: lower(await client.readContract(of)), holder };
    }),
  );
  const readings = await readVaults(aggregate, queries, timestamp);
  return queries.map(({ config: { address, pricing, redeem, pays }, asset }, at): Erc4626Vault => {
    const reading = readings[at];
    if (reading === undefined) throw new Error(`No reading of ${address}.`);
    const { holderShares, ...answers } = reading;
    if (pays === "holder" && answers.redeemLimit === null) held.set(address, holderShares);
    else held.delete(address);
    return {
      ...{ id: address, address, slug: found[at]?.slug ?? "" },
      updatedBlock: Number(number),
      asset,
      pricing: pricing.kind,
      redeemable: redeem !== "never",
      ...answers,
      ...{ sincePriceRay: 0n, sinceTimestamp: 0 },
    };
  });
}
