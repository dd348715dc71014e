import { type Address, multicall3Abi, type PublicClient, parseAbi } from "viem";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { vaultOf, vaultsOf } from "../../../src/protocols/erc4626/contracts.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { readVaults } from "../../../src/protocols/erc4626/reading.ts";

const assetAbi = parseAbi(["function asset() view returns (address)"]);

/**
 * Every configured vault that exists, as it is at the newest block. No observation of a price is
 * older, so that yields are 0.
 *
 * @param holder Account that has shares; it shows what the vaults can pay.
 */
export async function read(
  client: PublicClient,
  chainId: number,
  holder: Address,
): Promise<readonly Erc4626Vault[]> {
  const { number, timestamp } = await client.getBlock();
  const multicall3 = CHAINS.get(chainId)?.multicall3;
  if (multicall3 === undefined) throw new Error(`No chain ${chainId}.`);
  const aggregate: Aggregate = (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber: number },
    });
  const configs = [];
  for (const config of vaultsOf(chainId)) {
    const code = await client.getCode({ address: config.address });
    if (code !== undefined) configs.push(config);
  }
  const queries = configs.map((config) => ({ config, holder }));
  const readings = await readVaults(aggregate, queries, timestamp);
  return Promise.all(
    configs.map(async ({ address, pricing, redeem }, at): Promise<Erc4626Vault> => {
      const reading = readings[at];
      if (reading === undefined) throw new Error(`No reading of ${address}.`);
      const { holderShares: _holderShares, ...answers } = reading;
      return {
        ...{ id: address, address, slug: vaultOf(chainId, address)?.slug ?? "" },
        updatedBlock: Number(number),
        asset: lower(await client.readContract({ abi: assetAbi, address, functionName: "asset" })),
        pricing: pricing.kind,
        redeemable: redeem !== "never",
        ...answers,
        ...{ sincePriceRay: 0n, sinceTimestamp: 0 },
      };
    }),
  );
}
