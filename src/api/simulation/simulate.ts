import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  multicall3Abi,
  type PublicClient,
} from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { BlockContext } from "../../protocols/protocol.ts";
import type { Block } from "../graph/snapshot.ts";
import type { Supplied, Transaction } from "../pipeline.ts";
import { nodeFault, wordOf } from "./caller.ts";
import { type Payment, planFunding } from "./funding.ts";

export interface SimulationRequest {
  /** State the transaction runs on. */
  readonly block: Block;
  /** Number and timestamp of the block it runs in. */
  readonly next: BlockContext;
  readonly tx: Transaction;
  readonly payment: Payment;
  /** Whose gain is measured, and of what. */
  readonly output: { readonly token: Address; readonly account: Address };
  /** Accounts with tokenIn that the transaction does not touch. */
  readonly holders: readonly Address[];
}

export type SimulationResult =
  | {
      readonly ok: true;
      /** What the output account gained, smallest unit. */
      readonly amountOut: bigint;
      /** Gas the transaction used, refunds deducted. */
      readonly gasUsed: bigint;
      readonly supplied: Supplied;
    }
  /** The transaction reverted with this data. */
  | { readonly ok: false; readonly revertData: Hex; readonly supplied: Supplied };

/**
 * Gas given to the transaction under simulation: the most that a transaction may have.
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
const TRANSACTION_GAS = 16_777_216n;
/** Enough for any transfer, approval or balance read of a token. */
const TOKEN_CALL_GAS = 1_000_000n;
const RETRY_SECONDS = 1;

/**
 * Runs a transaction, byte for byte, in a block after the snapshot's, with eth_simulateV1. The sender is given what it lacks of the
 * payment's balance and allowance, nothing else.
 *
 * Throws `ServiceError`: `UPSTREAM_UNAVAILABLE` when the node fails or cannot simulate, `INDEX_STALE` when the node no longer has the
 * snapshot's block, `SIMULATION_FAILED` when the sender's tokens cannot be supplied.
 */
export async function simulate(
  service: { readonly chain: Chain; readonly client: PublicClient },
  request: SimulationRequest,
): Promise<SimulationResult> {
  try {
    return await run(service, request);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(
      "UPSTREAM_UNAVAILABLE",
      `the node of chain ${service.chain.chainId} could not simulate at block ${request.block.number}: ${nodeFault(error)}; retry, or check the node.`,
      { retryAfterSeconds: RETRY_SECONDS, cause: error },
    );
  }
}

async function run(
  service: { readonly chain: Chain; readonly client: PublicClient },
  request: SimulationRequest,
): Promise<SimulationResult> {
  const { chain, client } = service;
  const blockNumber = BigInt(request.block.number);
  const [header, funding] = await Promise.all([
    client.getBlock({ blockNumber }),
    planFunding(client, request.payment, { blockNumber, holders: request.holders }),
  ]);
  if (header.hash !== request.block.hash) {
    throw new ServiceError(
      "INDEX_STALE",
      `block ${request.block.number} of chain ${chain.chainId} was replaced while the route was made; retry.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  }
  if (funding === null) {
    const { token, amount, owner } = request.payment;
    throw new ServiceError(
      "SIMULATION_FAILED",
      `${owner} lacks ${amount} of ${token} and the simulation found no way to supply it; fund the account first.`,
      { data: { reason: "INSUFFICIENT_BALANCE" } },
    );
  }
  const { tx, output, next } = request;
  const measure = { ...balanceCall(output, chain), gas: TOKEN_CALL_GAS };
  const transaction = {
    from: tx.from,
    to: tx.to,
    data: tx.data,
    value: tx.value,
    gas: TRANSACTION_GAS,
  };
  const preceding = funding.calls.map((call) => ({ ...call, gas: TOKEN_CALL_GAS }));
  const [simulated] = await client.simulateBlocks({
    blockNumber,
    blocks: [
      {
        blockOverrides: { number: next.number, time: next.timestamp },
        stateOverrides: funding.overrides,
        calls: [...preceding, measure, transaction, measure],
      },
    ],
  });
  const results = simulated?.calls ?? [];
  const failed = results.slice(0, preceding.length).findIndex(({ status }) => status !== "success");
  if (failed !== -1) {
    throw new ServiceError(
      "SIMULATION_FAILED",
      `token ${request.payment.token} refused to be supplied to ${request.payment.owner} in the simulation; fund and approve the account first.`,
      { data: { reason: "FUNDING_REFUSED" } },
    );
  }
  const [before, main, after] = results.slice(preceding.length);
  if (before === undefined || main === undefined || after === undefined) {
    throw new Error(`eth_simulateV1 returned ${results.length} results`);
  }
  const { supplied } = funding;
  if (main.status !== "success") return { ok: false, revertData: main.data, supplied };
  const amountOut = wordOf(after.data) - wordOf(before.data);
  return { ok: true, amountOut, gasUsed: main.gasUsed, supplied };
}

function balanceCall(
  output: { readonly token: Address; readonly account: Address },
  chain: Chain,
): { readonly to: Address; readonly data: Hex } {
  if (output.token === NATIVE) {
    return {
      to: chain.multicall3,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "getEthBalance",
        args: [output.account],
      }),
    };
  }
  return {
    to: output.token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [output.account],
    }),
  };
}
