import type { Address } from "viem";
import type { ChainService } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import {
  coreWalletAccount,
  delegateAccount,
  type Strategy,
  type WalletAccount,
} from "../program/execution.ts";
import { readCoreWallet } from "./wallet.ts";

/**
 * The wallet that executes what `fromAddress` asks for on a snapshot's block.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function walletAccountOf(
  service: ChainService,
  snapshot: Snapshot,
  of: { readonly strategy: Exclude<Strategy, "router">; readonly fromAddress: Address },
): Promise<WalletAccount> {
  if (of.strategy === "delegate") return delegateAccount(of.fromAddress);
  const at = { blockNumber: BigInt(snapshot.block.number) };
  const { address, isDeployed } = await readCoreWallet(service, of.fromAddress, at);
  return coreWalletAccount(address, isDeployed);
}
