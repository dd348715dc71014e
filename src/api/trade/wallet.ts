import { type Address, size } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { simulationOf } from "../../nodes/simulators/chain-simulation.ts";
import type { Outcome } from "../../nodes/simulators/simulator.ts";
import { coreWalletOf, ROUTER_ADDRESS } from "../program/contracts.ts";
import type { Strategy, Transaction } from "../program/execution.ts";
import { decodeRevert } from "../program/revert.ts";
import { wordOf } from "../simulation/caller.ts";
import { allowanceData, approveData } from "../simulation/erc20.ts";
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
  const { client, chain } = node;
  const tx = approvalOf(approval, approval.amount);
  const reset = approvalOf(approval, 0n);
  const { number, hash, timestamp } = await askedNode(node, () => client.getBlock());
  const seconds = BigInt(Math.max(1, Math.round(chain.blockTimeSeconds)));
  const simulated = (transaction: Transaction, preceding: readonly Transaction[]) =>
    askedNode(node, () =>
      simulationOf(client).run({
        ...{ transaction, preceding, reporter: null, overrides: [] },
        block: { number: Number(number), hash },
        next: { number: number + 1n, timestamp: timestamp + seconds },
        reads: [{ to: approval.token, data: allowanceData(approval.owner, approval.spender) }],
      }),
    );
  const direct = await simulated(tx, []);
  const reason = refusal(direct.transaction);
  if (reason === null) return { tx, gas: withHeadroom(direct.transaction.gas) };
  const [cleared, again] = await Promise.all([simulated(reset, []), simulated(tx, [reset])]);
  const helps = refusal(cleared.transaction) === null && refusal(again.transaction) === null;
  throw helps
    ? needsReset(approval, {
        allowance: wordOf(direct.before[0]?.data),
        ...{ reset, gas: withHeadroom(cleared.transaction.gas) },
      })
    : refused(approval, reason);
}

function approvalOf({ owner, token, spender }: Approval, amount: bigint): Transaction {
  return { data: approveData(spender, amount), to: token, from: owner, value: 0n };
}

/** Why a token refused; null when it did what it was told. Tokens such as USDT return nothing. */
function refusal(result: Outcome): string | null {
  if (!result.ok) return decodeRevert(result.data).reason;
  return size(result.data) > 0 && wordOf(result.data) === 0n ? "returned false" : null;
}

function needsReset(
  { token, spender, owner }: Approval,
  on: { readonly allowance: bigint; readonly reset: Transaction; readonly gas: bigint },
): ServiceError {
  return new ServiceError(
    "SIMULATION_FAILED",
    `token ${token} changes an allowance only from zero, and ${spender} has ${on.allowance} of ${owner}; send data.tx, which resets it, then ask again.`,
    {
      data: {
        reason: "ALLOWANCE_NOT_ZERO",
        allowance: on.allowance,
        tx: { ...on.reset, value: "0" },
        gas: on.gas,
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
