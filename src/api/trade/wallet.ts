import { type Address, encodeFunctionData, erc20Abi, type Hex, size } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { coreWalletOf, ROUTER_ADDRESS } from "../program/contracts.ts";
import type { Strategy, Transaction } from "../program/execution.ts";
import { decodeRevert } from "../program/revert.ts";
import { wordOf } from "../simulation/caller.ts";
import { withHeadroom } from "../simulation/gas.ts";
import { askedNode, type ChainNode } from "./asked-node.ts";

/** The service's own wallet of an account. */
export interface CoreWallet {
  readonly address: Address;
  /** At the block it was read at. */
  readonly isDeployed: boolean;
}

/**
 * The core wallet of an account, deployed or not, at the head of the chain or at a block.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function readCoreWallet(
  node: ChainNode,
  owner: Address,
  at: { readonly blockNumber?: bigint } = {},
): Promise<CoreWallet> {
  const address = coreWalletOf(owner);
  const code = await askedNode(node, () => node.client.getCode({ address, ...at }));
  return { address, isDeployed: code !== undefined };
}

/** An approval for exactly what a strategy takes. */
export interface Approval {
  readonly owner: Address;
  readonly token: Address;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  readonly spender: Address;
}

/**
 * Contract that takes the tokens of `owner` with a strategy; null: the wallet `owner` spends its
 * own.
 */
export function spenderOf(strategy: Strategy, owner: Address): Address | null {
  switch (strategy) {
    case "router":
      return ROUTER_ADDRESS;
    case "corewallet":
      return coreWalletOf(owner);
    case "delegate":
      return null;
  }
}

/** A transaction that approves, and the gas limit to send it with. */
export interface ApprovalTransaction {
  readonly tx: Transaction;
  readonly gas: bigint;
}

/**
 * Builds and simulates an approval at the head of the chain. It replaces the allowance that is
 * there.
 *
 * @throws {ServiceError} `SIMULATION_FAILED` when the token refuses; when it would accept after a
 *   reset to zero, as USDT does, `data.tx` is the transaction that resets. `UPSTREAM_UNAVAILABLE`.
 */
export async function buildApproval(
  node: ChainNode,
  approval: Approval,
): Promise<ApprovalTransaction> {
  const tx = approvalOf(approval, approval.amount);
  const reset = approvalOf(approval, 0n);
  const allowance = {
    from: approval.owner,
    to: approval.token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "allowance",
      args: [approval.owner, approval.spender],
    }),
  };
  const [simulated] = await askedNode(node, () =>
    node.client.simulateBlocks({ blocks: [{ calls: [allowance, tx, reset, tx] }] }),
  );
  const [before, direct, cleared, again] = simulated?.calls ?? [];
  if (
    before === undefined ||
    direct === undefined ||
    cleared === undefined ||
    again === undefined
  ) {
    throw new Error(`eth_simulateV1 returned ${simulated?.calls.length ?? 0} results`);
  }
  const reason = refusal(direct);
  if (reason === null) return { tx, gas: withHeadroom(direct.gasUsed) };
  const helps = refusal(cleared) === null && refusal(again) === null;
  throw helps
    ? needsReset(approval, { allowance: wordOf(before.data), reset, gasUsed: cleared.gasUsed })
    : refused(approval, reason);
}

function approvalOf({ owner, token, spender }: Approval, amount: bigint): Transaction {
  const args = [spender, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
  return { data, to: token, from: owner, value: 0n };
}

/** Why a token refused; null when it did what it was told. Tokens such as USDT return nothing. */
function refusal(result: { readonly status: string; readonly data: Hex }): string | null {
  if (result.status !== "success") return decodeRevert(result.data).reason;
  return size(result.data) > 0 && wordOf(result.data) === 0n ? "returned false" : null;
}

function needsReset(
  { token, spender, owner }: Approval,
  on: { readonly allowance: bigint; readonly reset: Transaction; readonly gasUsed: bigint },
): ServiceError {
  return new ServiceError(
    "SIMULATION_FAILED",
    `token ${token} changes an allowance only from zero, and ${spender} has ${on.allowance} of ${owner}; send data.tx, which resets it, then ask again.`,
    {
      data: {
        reason: "ALLOWANCE_NOT_ZERO",
        allowance: on.allowance,
        tx: { ...on.reset, value: "0" },
        gas: withHeadroom(on.gasUsed),
      },
    },
  );
}

function refused({ token, amount, spender }: Approval, reason: string): ServiceError {
  return new ServiceError(
    "SIMULATION_FAILED",
    `token ${token} refuses to approve ${amount} for ${spender}: ${reason}; ask for another amount or token.`,
    { data: { reason } },
  );
}
