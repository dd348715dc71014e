import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { vaultOf } from "./contracts.ts";
import { erc4626Vault } from "./schema.ts";
import { erc4626Sources } from "./sources.ts";
import { discovered, exchanged } from "./transitions.ts";

const { Erc4626Vault } = erc4626Sources(processEnvironment());

type VaultRow = typeof erc4626Vault.$inferSelect;

/** The row of a vault, written with its catalog rows when it is new. */
async function findOrRecord(context: Context, address: Address, block: number): Promise<VaultRow> {
  const chainId = context.chain.id;
  const row = await context.db.find(erc4626Vault, { chainId, address });
  if (row !== null) return row;
  const known = vaultOf(chainId, address);
  if (known === null) {
    throw new Error(`Chain ${chainId} has no vault ${address}; add it to contracts.ts.`);
  }
  const { slug, vault } = known;
  const asset = await context.client.readContract({
    abi: Erc4626,
    address,
    functionName: "asset",
    cache: "immutable",
  });
  const tokens = [lower(asset)];
  await recordPool(context, { id: address, address, family: "erc4626", slug, tokens, block });
  await recordToken(context, { address, block });
  return context.db
    .insert(erc4626Vault)
    .values({ chainId, address, slug, asset: lower(asset), ...discovered(vault, block) });
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
  const address = event.log.address;
  const block = { number: Number(event.block.number), timestamp: Number(event.block.timestamp) };
  const row = await findOrRecord(context, address, block.number);
  const change = exchanged(row, { ...event.args, receiver }, block);
  if (change === null) return;
  await context.db.update(erc4626Vault, { chainId: context.chain.id, address }).set(change);
}

if (isIndexed(Erc4626Vault)) {
  ponder.on("Erc4626Vault:Deposit", ({ event, context }) =>
    recordExchange(context, event, event.args.owner),
  );
  ponder.on("Erc4626Vault:Withdraw", ({ event, context }) => recordExchange(context, event, null));
}
