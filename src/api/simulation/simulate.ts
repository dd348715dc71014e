import type { Address, Hash, Hex, PublicClient, StateOverride } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { BlockContext } from "../../protocols/protocol.ts";
import type { Block, Snapshot } from "../graph/snapshot.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { timed } from "../metrics/timed.ts";
import type { Execution, Payment } from "../program/execution.ts";
import { type Measure, measureCall } from "./balance-call.ts";
import { forgetLayout } from "./balance-layout.ts";
import { nodeFault, wordOf } from "./caller.ts";
import { type Funding, planFunding, type Supplied } from "./funding.ts";
import { isRounding, issuanceOf } from "./issuance.ts";
import { balanceOverrides, mergeOverrides } from "./overrides.ts";
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
}

export type SimulationResult =
  | {
      readonly ok: true;
      /**
       * What each output account gained, smallest unit; negative where it lost. In the order of
       * `outputs`.
       */
      readonly gains: readonly bigint[];
      /** Gas the transaction used, refunds deducted. */
      readonly gasUsed: bigint;
      /** One for each payment. */
      readonly supplied: readonly Supplied[];
      /** Contract and data of what the transaction logged. */
      readonly logs: readonly { readonly address: Address; readonly data: Hex }[];
    }
  /** The transaction reverted with this data. */
  | { readonly ok: false; readonly revertData: Hex };

type Node = {
  readonly chain: Chain;
  readonly client: PublicClient;
  readonly meter?: ChainMeter | undefined;
};

/**
 * Gas given to the transaction under simulation: the most that a transaction may have.
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
const TRANSACTION_GAS = 16_777_216n;
/** Enough for any transfer, approval or balance read of a token. */
const TOKEN_CALL_GAS = 1_000_000n;
/**
 * Gas limit of the simulated block: above every chain's own, as some allow less than the calls may
 * use together.
 */
const BLOCK_GAS = 200_000_000n;
const RETRY_SECONDS = 1;
/** Nodes whose simulated blocks name no parent, as anvil's. */
const nameless = new WeakSet<PublicClient>();

/**
 * Runs a transaction, byte for byte, in a block after the snapshot's, with eth_simulateV1. The
 * payers are given what they lack of the payments' balances and allowances, nothing else. A
 * delegated transaction runs in a smart wallet put at its sender's address.
 *
 * Throws `ServiceError`: `UPSTREAM_UNAVAILABLE` when the node fails or cannot simulate,
 * `INDEX_STALE` when the node no longer has the snapshot's block, `SIMULATION_FAILED` when tokens
 * cannot be supplied.
 */
export async function simulate(node: Node, request: SimulationRequest): Promise<SimulationResult> {
  try {
    return await timed(node.meter?.simulated, () => run(node, request));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(
      "UPSTREAM_UNAVAILABLE",
      `the node of chain ${node.chain.chainId} could not simulate at block ${request.block.number}: ${nodeFault(error)}; retry, or check the node.`,
      { retryAfterSeconds: RETRY_SECONDS, cause: error },
    );
  }
}

async function run(node: Node, request: SimulationRequest): Promise<SimulationResult> {
  const first = await attempt(node, request);
  if (first.isSuccess || first.recalled.length === 0) return first.result();
  // The words of balances may have moved: they are looked for again.
  for (const token of first.recalled) forgetLayout(node.client, token);
  return (await attempt(node, request)).result();
}

/** What one simulation came to. */
interface Attempt {
  /** Whether the transaction and all before it succeeded. */
  readonly isSuccess: boolean;
  /** Tokens whose balance words were recalled. */
  readonly recalled: readonly Address[];
  /** Throws `ServiceError` `SIMULATION_FAILED` where tokens refused to be supplied. */
  readonly result: () => SimulationResult;
}

async function attempt(node: Node, request: SimulationRequest): Promise<Attempt> {
  const { chain, client } = node;
  const { execution, next } = request;
  const fundings = await Promise.all(
    execution.payments.map((payment) => fund(node, payment, request)),
  );
  const preceding = fundings
    .flatMap((funding) => funding.calls)
    .map((call) => ({ ...call, gas: TOKEN_CALL_GAS }));
  const measured = request.outputs.map((output) => measureCall(output, chain.multicall3));
  const measures = measured.map(({ to, data }) => ({ to, data, gas: TOKEN_CALL_GAS }));
  const { from, to, data, value } = execution.delegated
    ? delegatedCall(execution.tx)
    : execution.tx;
  const simulating = client.simulateBlocks({
    blockNumber: BigInt(request.block.number),
    blocks: [
      {
        blockOverrides: { number: next.number, time: next.timestamp, gasLimit: BLOCK_GAS },
        stateOverrides: mergeOverrides([
          ...balanceOverrides(fundings.flatMap((funding) => funding.gifts)),
          ...(execution.delegated ? [{ address: from, code: SMART_WALLET_CODE }] : []),
          ...(request.overrides ?? []),
        ]),
        calls: [
          ...preceding,
          ...measures,
          { from, to, data, value, gas: TRANSACTION_GAS },
          ...measures,
        ],
      },
    ],
  });
  const [simulated] = await onBlock(node, request.block, simulating);
  const results = simulated?.calls ?? [];
  const before = results.slice(preceding.length, preceding.length + measures.length);
  const [main, ...after] = results.slice(preceding.length + measures.length);
  if (main === undefined || after.length !== measures.length) {
    throw new Error(`eth_simulateV1 returned ${results.length} results`);
  }
  const funded = results.slice(0, preceding.length);
  return {
    isSuccess: [...funded, main].every(({ status }) => status === "success"),
    recalled: fundings.flatMap((funding) => funding.recalled),
    result() {
      requireFunding(funded, execution.payments);
      if (main.status !== "success") return { ok: false, revertData: main.data };
      return {
        ok: true,
        gains: after.map(({ data: held }, i) => {
          const word = measured[i]?.word;
          return wordOf(held, word) - wordOf(before[i]?.data, word);
        }),
        gasUsed: main.gasUsed,
        supplied: fundings.map((funding) => funding.supplied),
        logs: (main.logs ?? []).map(({ address, data: logged }) => ({ address, data: logged })),
      };
    },
  };
}

/**
 * What a simulation came to, if it ran on this very block. The simulated block names its parent;
 * where a node does not say, it is asked for the block besides.
 *
 * @throws {ServiceError} `INDEX_STALE`
 */
async function onBlock<T extends readonly { readonly parentHash: Hash }[]>(
  { chain, client }: Node,
  { number, hash }: Block,
  simulating: Promise<T>,
): Promise<T> {
  const servedHash = async () => (await client.getBlock({ blockNumber: BigInt(number) })).hash;
  const asking = nameless.has(client) ? servedHash() : null;
  const [outcome, served] = await Promise.allSettled([simulating, asking]);
  const parent = outcome.status === "fulfilled" ? outcome.value[0]?.parentHash : undefined;
  if (parent === hash) nameless.delete(client);
  else {
    if (outcome.status === "fulfilled") nameless.add(client);
    if (served.status === "rejected") throw served.reason;
    if ((served.value ?? (await servedHash())) !== hash) {
      throw new ServiceError(
        "INDEX_STALE",
        `block ${number} of chain ${chain.chainId} was replaced while the answer was made; retry.`,
        { retryAfterSeconds: RETRY_SECONDS },
      );
    }
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

async function fund(
  { chain, client }: Node,
  payment: Payment,
  request: SimulationRequest,
): Promise<Funding> {
  const { token, owner } = payment;
  const { snapshot } = request;
  const funding = await planFunding(client, payment, {
    blockNumber: BigInt(request.block.number),
    multicall3: chain.multicall3,
    holders: request.holders(token),
    rounds: snapshot !== undefined && isRounding(snapshot, token),
    issue: (amount) =>
      snapshot === undefined ? null : issuanceOf(snapshot, { token, owner, amount }),
  });
  if (funding !== null) return funding;
  throw new ServiceError(
    "SIMULATION_FAILED",
    `${payment.owner} lacks ${payment.amount} of ${payment.token} and the simulation found no way to supply it; fund the account first.`,
    { data: { reason: "INSUFFICIENT_BALANCE" } },
  );
}

function requireFunding(
  results: readonly { readonly status: "success" | "failure" }[],
  payments: readonly Payment[],
): void {
  if (results.every(({ status }) => status === "success")) return;
  const tokens = payments.map(({ token }) => token).join(", ");
  throw new ServiceError(
    "SIMULATION_FAILED",
    `${tokens} refused to be supplied in the simulation; fund and approve the account first.`,
    { data: { reason: "FUNDING_REFUSED" } },
  );
}
