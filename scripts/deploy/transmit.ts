import { setTimeout as sleep } from "node:timers/promises";
import {
  type Hex,
  keccak256,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { nodeErrorOf } from "../../src/lib/node-error.ts";
import { DeployError } from "./failure.ts";
import { type Call, presentFees, transactionOf } from "./fees.ts";

/**
 * How often a receipt is asked for again once its nonce is used, before another transaction is held
 * to have used it: nodes count a transaction some time before they know its receipt, and of several
 * behind one URL one may be behind the others.
 */
const RECEIPT_LOOKS = 10;

/** A way to send transactions of one account, one at a time. */
export interface Line {
  readonly client: PublicClient;
  readonly account: PrivateKeyAccount;
  readonly timeoutMs: number;
  readonly pollMs: number;
  /** Receives a line when something happens. */
  readonly log: (line: string) => void;
}

/** Something to be done by a transaction. */
export interface Task {
  readonly name: string;
  /** What does it; null when it is done. */
  next(): Promise<Call | null>;
}

/**
 * Sends the transaction of `task` and waits until a block has it.
 *
 * It is sent only while no transaction of the account is pending, with the nonce that blocks are
 * at. So whatever an interrupted run has sent either is mined first, and then the task is done, or
 * has the same nonce: of the two only one is ever mined.
 *
 * @returns Its hash; null when the task was done without it.
 * @throws DeployError when a transaction stays pending for too long, or fails.
 */
export async function transmit(line: Line, task: Task): Promise<Hex | null> {
  const { account, log } = line;
  for (const deadline = Date.now() + line.timeoutMs; ; await sleep(line.pollMs)) {
    const nonce = await settledNonce(line);
    const call = await task.next();
    if (call === null) return null;
    const fees = await presentFees(line.client);
    const signed = await account.signTransaction(transactionOf(call, fees, nonce));
    const hash = keccak256(signed);
    if ((await broadcast(line, signed)) === "nonce taken") {
      if (Date.now() > deadline) throw pending(line, `nonce ${nonce}`);
      continue;
    }
    log(`${task.name}: sent as ${hash}, nonce ${nonce}`);
    const receipt = await mined(line, { hash, nonce });
    if (receipt?.status === "success") return hash;
    // Another transaction of this account, or somebody else's, which is as good.
    if (receipt === null || (await task.next()) === null) continue;
    throw new DeployError(
      "TRANSACTION_FAILED",
      `The transaction ${hash} for ${task.name} reverted in block ${receipt.blockNumber} with ${receipt.gasUsed} of ${call.gas} gas; look at it in an explorer, then run this again.`,
    );
  }
}

/** The nonce that comes next once nothing is pending. */
async function settledNonce({ client, account, ...line }: Line): Promise<number> {
  const { address } = account;
  let told = false;
  for (const deadline = Date.now() + line.timeoutMs; ; await sleep(line.pollMs)) {
    // In this order: what is mined in between makes them differ, not agree.
    const next = await client.getTransactionCount({ address, blockTag: "pending" });
    const nonce = await client.getTransactionCount({ address });
    if (next <= nonce) return nonce;
    const which = `${next - nonce} transaction(s) from nonce ${nonce} on`;
    if (Date.now() > deadline) throw pending({ account, ...line }, which);
    if (!told) line.log(`waiting for pending transactions of ${address}: ${which}`);
    told = true;
  }
}

async function broadcast({ client, account }: Line, signed: Hex): Promise<"sent" | "nonce taken"> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed });
    return "sent";
  } catch (error) {
    const answer = nodeErrorOf(error)?.details;
    if (answer === undefined) throw error;
    if (/already known|known transaction|already imported/i.test(answer)) return "sent";
    if (/underpriced|nonce/i.test(answer)) return "nonce taken";
    if (!/insufficient|upfront|balance/i.test(answer)) throw error;
    throw new DeployError(
      "NO_FUNDS",
      `${account.address} cannot pay for its transaction: ${answer}; send it more, then run this again.`,
      { cause: error },
    );
  }
}

/** The receipt; null when another transaction took the nonce. */
async function mined(
  line: Line,
  { hash, nonce }: { readonly hash: Hex; readonly nonce: number },
): Promise<TransactionReceipt | null> {
  const { address } = line.account;
  let usedLooks = 0;
  for (const deadline = Date.now() + line.timeoutMs; ; await sleep(line.pollMs)) {
    // In this order: a receipt that came in between is seen.
    if ((await line.client.getTransactionCount({ address })) > nonce) usedLooks += 1;
    const receipt = await receiptOf(line.client, hash);
    if (receipt !== null || usedLooks > RECEIPT_LOOKS) return receipt;
    if (Date.now() > deadline) throw pending(line, `${hash}, nonce ${nonce}`);
  }
}

async function receiptOf(client: PublicClient, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

function pending(
  { account, timeoutMs }: Pick<Line, "account" | "timeoutMs">,
  which: string,
): DeployError {
  return new DeployError(
    "TRANSACTION_PENDING",
    `${account.address} has a transaction pending for ${timeoutMs / 1_000} s: ${which}. Wait until it is mined or replace it from a wallet, then run this again: nothing is sent twice.`,
  );
}
