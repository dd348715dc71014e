import type { Address, Hex, TransactionReceipt } from "viem";
import { expect } from "vitest";
import type { DevnetClient, RunningService } from "./service.ts";
import { balanceOf, sendFrom, type TradeBody } from "./trading.ts";

/** A transaction as it was answered, and the gas that it was told to have. */
export type AnsweredTransaction = Pick<TradeBody, "tx" | "gas">;

/** Where a transaction was sent, and what it is for a failed test. */
interface Sent {
  /** 1 unless given. */
  readonly chainId?: number;
  readonly label?: string;
}

/** Sends a transaction from its account, exactly as answered; mined with the next block. */
export function sendAnswer(node: DevnetClient, { tx, gas }: AnsweredTransaction): Promise<Hex> {
  const { from, to, data, value } = tx;
  return sendFrom(node, from, { to, data, value: BigInt(value), gas: BigInt(gas) });
}

/** Mines the block of a transaction and waits until the graph stands on it. */
export async function receiptOf(
  weir: RunningService,
  hash: Hex,
  { chainId = 1 }: Sent = {},
): Promise<TransactionReceipt> {
  await weir.mine(chainId);
  return weir.node(chainId).getTransactionReceipt({ hash });
}

/** As `receiptOf`, of a transaction that has to succeed. */
export async function mined(
  weir: RunningService,
  hash: Hex,
  sent: Sent = {},
): Promise<TransactionReceipt> {
  const receipt = await receiptOf(weir, hash, sent);
  expect(receipt.status, sent.label).toBe("success");
  return receipt;
}

/** As `receiptOf`, of a transaction that has to revert. */
export async function reverted(weir: RunningService, hash: Hex): Promise<void> {
  expect((await receiptOf(weir, hash)).status).toBe("reverted");
}

/** What an account gains of a token, the native one included, while something happens. */
export async function gainOf(
  node: DevnetClient,
  { token, owner }: { readonly token: Address; readonly owner: Address },
  happens: () => Promise<unknown>,
): Promise<bigint> {
  const before = await balanceOf(node, token, owner);
  await happens();
  return (await balanceOf(node, token, owner)) - before;
}
