import {
  type Address,
  erc20Abi,
  type Hex,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from "viem";
import { lower, NATIVE } from "../../lib/address.ts";
import type { ChainService } from "../chain/service.ts";
import { askedNode } from "./asked-node.ts";

/** Tokens that moved, smallest unit. */
export interface Movement {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** A transaction that was sent. */
export interface SentTransaction {
  readonly from: Address;
  /** Null: it creates a contract. */
  readonly to: Address | null;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
  /** Null while it is in no block. */
  readonly result: {
    readonly ok: boolean;
    readonly blockNumber: bigint;
    readonly gasUsed: bigint;
    /** Wei per gas. */
    readonly gasPrice: bigint;
    /** As the tokens' logs say, in their order. */
    readonly movements: readonly Movement[];
  } | null;
}

type Node = Pick<ChainService, "chain" | "client">;

/**
 * A transaction by its hash, with what it moved; null where the node knows none.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function readTransaction(node: Node, hash: Hex): Promise<SentTransaction | null> {
  const sent = await orNull(node, TransactionNotFoundError, () =>
    node.client.getTransaction({ hash }),
  );
  if (sent === null) return null;
  const receipt = await orNull(node, TransactionReceiptNotFoundError, () =>
    node.client.getTransactionReceipt({ hash }),
  );
  return {
    from: lower(sent.from),
    to: sent.to === null ? null : lower(sent.to),
    data: sent.input,
    value: sent.value,
    result: receipt && {
      ok: receipt.status === "success",
      blockNumber: receipt.blockNumber,
      gasUsed: receipt.gasUsed,
      gasPrice: receipt.effectiveGasPrice,
      movements: parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs }).map(
        ({ address, args }) => ({
          ...{ token: lower(address), from: lower(args.from), to: lower(args.to) },
          amount: args.value,
        }),
      ),
    },
  };
}

/**
 * What an account gained of a token by a transaction, negative what it lost; null where that cannot
 * be told: of native currency, where the block has another transaction of the account.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function gainOf(
  node: Node,
  { from, value, result }: SentTransaction,
  of: { readonly account: Address; readonly token: Address },
): Promise<bigint | null> {
  if (result === null) return null;
  if (of.token !== NATIVE) {
    return result.movements
      .filter(({ token }) => token === of.token)
      .reduce((sum, { from: giver, to, amount }) => {
        return sum + (to === of.account ? amount : 0n) - (giver === of.account ? amount : 0n);
      }, 0n);
  }
  const { blockNumber } = result;
  const [block, before, after] = await askedNode(node, () =>
    Promise.all([
      node.client.getBlock({ blockNumber, includeTransactions: true }),
      node.client.getBalance({ address: of.account, blockNumber: blockNumber - 1n }),
      node.client.getBalance({ address: of.account, blockNumber }),
    ]),
  );
  const others = block.transactions.filter(
    (each) => lower(each.from) === of.account || (each.to && lower(each.to) === of.account),
  );
  const isSender = from === of.account;
  if (others.length > (isSender ? 1 : 0)) return null;
  // What it gave is no loss of what it gets: value and gas are told by themselves.
  const given = isSender ? value + result.gasUsed * result.gasPrice : 0n;
  return after - before + given;
}

/** What a node answers; null where it says by an error that there is nothing. */
async function orNull<T>(
  node: Node,
  nothing: typeof TransactionNotFoundError | typeof TransactionReceiptNotFoundError,
  question: () => Promise<T>,
): Promise<T | null> {
  return askedNode(node, async () => {
    try {
      return await question();
    } catch (error) {
      if (error instanceof nothing) return null;
      throw error;
    }
  });
}
