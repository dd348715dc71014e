import type { Address, Hex, PublicClient, StateOverride } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { ServiceError } from "../../lib/errors.ts";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { aside } from "../../lib/steps.ts";
import { simulationOf } from "../../nodes/simulators/chain-simulation.ts";
import { StaleBlockError } from "../../nodes/simulators/served-block.ts";
import type { Outcome } from "../../nodes/simulators/simulator.ts";
import { BlockReplacedError } from "../../nodes/transport.ts";
import type { BlockContext } from "../../protocols/protocol.ts";
import type { Block, Snapshot } from "../graph/snapshot.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { timed } from "../metrics/timed.ts";
import type { Execution, Payment } from "../program/execution.ts";
import { type Measure, measureCall } from "./balance-call.ts";
import { nodeFault, wordOf } from "./caller.ts";
import { type Funding, planFunding, type Sources, type Supplied } from "./funding.ts";
import { issuanceOf } from "./issuance.ts";
import { forgetLayout, type MappedNumber } from "./layout.ts";
import { giftOverrides, mergeOverrides } from "./overrides.ts";
import { isRounding } from "./rounding.ts";
import { delegatedCall, SMART_WALLET_CODE } from "./smart-wallet.ts";

export interface SimulationRequest {
  /** State the transaction runs on. */
  readonly block: Block;
  /** Number and timestamp of the block it runs in. */
  readonly next: BlockContext;
  readonly execution: Execution;
  /** Whose gains are measured, and of what. */
  readonly outputs: readonly Measure[];
  /** Accounts with a token that the transaction does not touch. */
  readonly holders: (token: Address) => readonly Address[];
  /** Knows who issues tokens; absent where nothing but base tokens is paid. */
  readonly snapshot?: Snapshot;
  /** Further overrides of the state. */
  readonly overrides?: StateOverride;
  /** An account that notes what it is called with; absent: none. */
  readonly reporter?: Address;
}

export type SimulationResult =
  | {
      readonly ok: true;
      /**
       * What each output account gained, smallest unit; negative where it lost. In the order of
       * `outputs`.
       */
      readonly gains: readonly bigint[];
      /**
       * Gas that the transaction needs while it runs: what it used before refunds, or a bound of
       * that, at most 5/4 of it.
       */
      readonly gas: bigint;
      /** Gas that it pays for, refunds deducted; null where the node does not tell. */
      readonly gasUsed: bigint | null;
      /** One for each payment. */
      readonly supplied: readonly Supplied[];
      /** All that the transaction called the reporter with. */
      readonly reported: Hex;
    }
  /** The transaction reverted with this data. */
  | { readonly ok: false; readonly revertData: Hex };

type Node = {
  readonly chain: Chain;
  readonly client: PublicClient;
  readonly meter?: ChainMeter | undefined;
};

const RETRY_SECONDS = 1;
/** Reasons of failed simulations that say nothing of the transaction. */
const UNSUPPLIED = { balance: "INSUFFICIENT_BALANCE", funding: "FUNDING_REFUSED" } as const;

/**
 * Runs a transaction, byte for byte, in a block after the snapshot's, by the means that the chain's
 * nodes have. The payers are given what they lack of the payments' balances and allowances, nothing
 * else. A delegated transaction runs in a smart wallet put at its sender's address.
 *
 * Throws `ServiceError`: `UPSTREAM_UNAVAILABLE` when the node fails or cannot simulate,
 * `INDEX_STALE` when the node no longer has the snapshot's block, `SIMULATION_FAILED` when tokens
 * cannot be supplied.
 */
export async function simulate(node: Node, request: SimulationRequest): Promise<SimulationResult> {
  try {
    return await timed(node.meter?.simulated, () => aside(() => run(node, request)));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof StaleBlockError || error instanceof BlockReplacedError) {
      throw new ServiceError(
        "INDEX_STALE",
        `block ${request.block.number} of chain ${node.chain.chainId} was replaced while the answer was made; retry.`,
        { retryAfterSeconds: RETRY_SECONDS, cause: error },
      );
    }
    throw new ServiceError(
      "UPSTREAM_UNAVAILABLE",
      `the node of chain ${node.chain.chainId} could not simulate at block ${request.block.number}: ${nodeFault(error)}; retry, or check the node.`,
      { retryAfterSeconds: RETRY_SECONDS, cause: error },
    );
  }
}

/** Nodes whose simulated blocks have to be later than their parents. */
const laterOnly = new WeakSet<PublicClient>();
/**
 * What they refuse others with.
 * @see https://github.com/ethereum/go-ethereum/blob/v1.16.7/internal/ethapi/errors.go
 */
const TIMESTAMP_REFUSED = -38_021;

/**
 * The request, where a node runs no block of its parent's time a second later: its amounts are then
 * those of that second.
 */
function runnable({ client }: Node, request: SimulationRequest): SimulationRequest {
  const { block, next } = request;
  const timestamp = BigInt(block.timestamp) + 1n;
  if (!laterOnly.has(client) || next.timestamp >= timestamp) return request;
  return { ...request, next: { ...next, timestamp } };
}

async function run(node: Node, asked: SimulationRequest): Promise<SimulationResult> {
  const request = runnable(node, asked);
  let first: Attempt;
  try {
    first = await attempt(node, request, "words");
  } catch (error) {
    const isRefused = nodeErrorOf(error)?.code === TIMESTAMP_REFUSED;
    if (!isRefused || laterOnly.has(node.client)) throw error;
    laterOnly.add(node.client);
    return run(node, asked);
  }
  if (first.isSuccess || first.written.length === 0) return first.result();
  // The words may have moved, or be less than all that a transfer changes.
  for (const number of first.written) forgetLayout(node.client, number);
  return (await attempt(node, request, "calls")).result();
}

/** What one simulation came to. */
interface Attempt {
  /** Whether the transaction and all before it succeeded. */
  readonly isSuccess: boolean;
  /** Numbers whose words were set. */
  readonly written: readonly MappedNumber[];
  /** Throws `ServiceError` `SIMULATION_FAILED` where tokens refused to be supplied. */
  readonly result: () => SimulationResult;
}

async function attempt(
  node: Node,
  request: SimulationRequest,
  first: Sources["first"],
): Promise<Attempt> {
  const { chain, client } = node;
  const { execution, block, next } = request;
  const fundings = await Promise.all(
    execution.payments.map((payment) => fund(node, payment, { request, first })),
  );
  const measured = request.outputs.map((output) => measureCall(output, chain.multicall3));
  const tx = execution.delegated ? delegatedCall(execution.tx) : execution.tx;
  const simulated = await simulationOf(client).run({
    ...{ block, next, transaction: tx, reporter: request.reporter ?? null },
    overrides: mergeOverrides([
      ...giftOverrides(fundings.flatMap((funding) => funding.gifts)),
      ...(execution.delegated ? [{ address: tx.from, code: SMART_WALLET_CODE }] : []),
      ...(request.overrides ?? []),
    ]),
    preceding: fundings
      .flatMap((funding) => funding.calls)
      .map((call) => ({ ...call, value: call.value ?? 0n })),
    reads: measured.map(({ to, data }) => ({ to, data })),
  });
  const { transaction, before, after, reported } = simulated;
  return {
    isSuccess: [...simulated.preceding, transaction].every(({ ok }) => ok),
    written: fundings.flatMap((funding) => funding.written),
    result() {
      requireFunding(simulated.preceding, execution.payments);
      if (!transaction.ok) return { ok: false, revertData: transaction.data };
      return {
        ok: true,
        gains: measured.map(({ word }, i) => told(after[i], word) - told(before[i], word)),
        gas: transaction.gas,
        gasUsed: transaction.gasUsed,
        supplied: fundings.map((funding) => funding.supplied),
        reported,
      };
    },
  };
}

/** What a read told; 0 where it failed. */
function told(read: Outcome | undefined, word: number): bigint {
  return read?.ok === true ? wordOf(read.data, word) : 0n;
}

async function fund(
  { chain, client }: Node,
  payment: Payment,
  on: { readonly request: SimulationRequest; readonly first: Sources["first"] },
): Promise<Funding> {
  const { request, first } = on;
  const { token, owner } = payment;
  const { snapshot } = request;
  const funding = await planFunding(client, payment, {
    blockNumber: BigInt(request.block.number),
    multicall3: chain.multicall3,
    first,
    holders: () => request.holders(token),
    rounds: snapshot !== undefined && isRounding(snapshot, token),
    allowsAll: snapshot?.defiTokens.get(token)?.token.allowance === "all-or-nothing",
    issue: (amount) =>
      snapshot === undefined ? null : issuanceOf(snapshot, { token, owner, amount }),
  });
  if (funding !== null) return funding;
  throw new ServiceError(
    "SIMULATION_FAILED",
    `${payment.owner} lacks ${payment.amount} of ${payment.token} and the simulation found no way to supply it; fund the account first.`,
    { data: { reason: UNSUPPLIED.balance } },
  );
}

function requireFunding(results: readonly Outcome[], payments: readonly Payment[]): void {
  if (results.every(({ ok }) => ok)) return;
  const tokens = payments.map(({ token }) => token).join(", ");
  throw new ServiceError(
    "SIMULATION_FAILED",
    `${tokens} refused to be supplied in the simulation; fund and approve the account first.`,
    { data: { reason: UNSUPPLIED.funding } },
  );
}

/**
 * Whether a failed simulation says that the chain refuses the transaction, and not that what it
 * sells could not be supplied or the node did not answer.
 */
export function isRefusal({ code, data }: ServiceError): boolean {
  const reasons: readonly unknown[] = Object.values(UNSUPPLIED);
  return code === "SIMULATION_FAILED" && !reasons.includes(data?.reason);
}
