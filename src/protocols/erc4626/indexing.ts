import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments, listedVault } from "./contracts.ts";
import { madeBy } from "./factories.ts";
import { erc4626Vault } from "./schema.ts";
import { erc4626Sources } from "./sources.ts";
import { discovered, exchanged } from "./transitions.ts";
import type { VaultConfig } from "./vault-config.ts";

const sources = erc4626Sources(processEnvironment());

type VaultRow = typeof erc4626Vault.$inferSelect;

/** Writes the row of a vault with its catalog rows. */
async function record(
  context: Context,
  { slug, vault, asset }: { readonly slug: string; readonly vault: VaultConfig; asset: Address },
  block: number,
): Promise<VaultRow> {
  const chainId = context.chain.id;
  const { address } = vault;
  const tokens = [asset];
  await recordPool(context, { id: address, address, family: "erc4626", slug, tokens, block });
  await recordToken(context, { address, block });
  return context.db
    .insert(erc4626Vault)
    .values({ chainId, address, slug, asset, ...discovered(vault, block) });
}

async function assetOf({ client }: Context, address: Address): Promise<Address> {
  const asset = await client.readContract({
    ...{ abi: Erc4626, address, functionName: "asset", cache: "immutable" },
  });
  return lower(asset);
}

/** Writes the row of a vault that a factory told of. */
async function recordMade(
  context: Context,
  event: {
    readonly log: { readonly address: Address };
    readonly block: { readonly number: bigint };
  },
  { address, asset }: { readonly address: Address; readonly asset: Address },
): Promise<void> {
  const maker = lower(event.log.address);
  const { slug, contracts } = deploymentWith(
    deployments,
    context.chain.id,
    ({ factories }) => factories?.factory.includes(maker) === true,
  );
  const { factories } = contracts;
  if (factories === null) return;
  const vault = madeBy(factories, lower(address));
  await record(context, { slug, vault, asset: lower(asset) }, Number(event.block.number));
}

/**
 * The row of a vault, written when it is the first of a listed one; null: it was left out of the
 * state that the index begins with.
 */
async function rowOf(context: Context, address: Address, block: number): Promise<VaultRow | null> {
  const chainId = context.chain.id;
  const row = await context.db.find(erc4626Vault, { chainId, address });
  if (row !== null) return row;
  const listed = listedVault(chainId, address);
  if (listed !== null) {
    return record(context, { ...listed, asset: await assetOf(context, address) }, block);
  }
  if (await isDormant(context, erc4626Vault, { chainId, address })) return null;
  throw new Error(
    `Chain ${chainId} has no vault ${address}; name its factory or itself in contracts.ts.`,
  );
}

async function recordExchange(
  context: Context,
  event: {
    readonly log: { readonly address: Address };
    readonly block: { readonly number: bigint; readonly timestamp: bigint };
    readonly args: { readonly assets: bigint; readonly shares: bigint };
  },
  receiver: Address | null,
): Promise<void> {
  const address = lower(event.log.address);
  const block = { number: Number(event.block.number), timestamp: Number(event.block.timestamp) };
  const row = await rowOf(context, address, block.number);
  if (row === null) return;
  const change = exchanged(row, { ...event.args, receiver }, block);
  await context.db.update(erc4626Vault, { chainId: context.chain.id, address }).set(change);
}

const VAULTS = [
  ...(["Erc4626Vault", "MetaMorphoVault", "MorphoVaultV2", "EulerVault", "YearnVault"] as const),
];

for (const name of VAULTS) {
  if (!isIndexed(sources[name])) continue;
  ponder.on(`${name}:Deposit`, ({ event, context }) =>
    recordExchange(context, event, event.args.owner),
  );
  ponder.on(`${name}:Withdraw`, ({ event, context }) => recordExchange(context, event, null));
}

if (isIndexed(sources.MetaMorphoFactory)) {
  ponder.on("MetaMorphoFactory:CreateMetaMorpho", ({ event, context }) => {
    const { metaMorpho: address, asset } = event.args;
    return recordMade(context, event, { address, asset });
  });
}

if (isIndexed(sources.MorphoVaultV2Factory)) {
  ponder.on("MorphoVaultV2Factory:CreateVaultV2", ({ event, context }) => {
    const { newVaultV2: address, asset } = event.args;
    return recordMade(context, event, { address, asset });
  });
}

if (isIndexed(sources.EulerVaultFactory)) {
  ponder.on("EulerVaultFactory:ProxyCreated", async ({ event, context }) => {
    const { proxy: address } = event.args;
    const asset = await assetOf(context, address);
    await recordMade(context, event, { address, asset });
  });
}

if (isIndexed(sources.YearnVaultFactory)) {
  ponder.on("YearnVaultFactory:NewVault", ({ event, context }) => {
    const { vault_address: address, asset } = event.args;
    return recordMade(context, event, { address, asset });
  });
}
