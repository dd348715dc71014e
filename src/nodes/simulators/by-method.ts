import { type Address, BaseError, concatHex, type Hex, numberToHex } from "viem";
import { z } from "zod";
import { atLeastFloor, beforeRefunds, blockGasOverride, gasShares, requestGas } from "./gas.ts";
import { hashAt, StaleBlockError } from "./served-block.ts";
import type { Ability, Ask, Outcome, SimulatedCall, Simulator } from "./simulator.ts";
import { hex, quantity, stateOnWire, withCodes } from "./wire.ts";

/**
 * Code of the reporter. Logs its calldata: calldatacopy(0, 0, calldatasize), log0(0, calldatasize).
 */
const LOGS_ITS_DATA: Hex = "0x365f5f37365fa000";

const simulatedCall = z.object({
  status: quantity,
  returnData: hex.default("0x"),
  gasUsed: quantity,
  /** Before refunds. @see https://github.com/ethereum/execution-apis/pull/746 */
  maxUsedGas: quantity.nullish(),
  logs: z.array(z.object({ address: hex, data: hex })).nullish(),
  error: z.object({ data: hex.nullish() }).nullish(),
});
type CallAnswer = z.output<typeof simulatedCall>;
const simulatedBlock = z.object({ parentHash: hex, calls: z.array(simulatedCall) });
const simulatedBlocks = z.tuple([simulatedBlock]);

/** What is remembered of a node. */
export interface MethodMemory {
  /** Its simulated blocks name no parent, as anvil's. */
  isNameless: boolean;
}

/** Simulates with eth_simulateV1. @see https://github.com/ethereum/execution-apis/pull/484 */
export function simulatorByMethod(
  ask: Ask,
  { gasLimit }: Pick<Ability, "gasLimit">,
  memory: MethodMemory,
): Simulator {
  return {
    means: "eth_simulateV1",
    async run(simulation) {
      const { block, next, preceding, reads, transaction, reporter } = simulation;
      const gas = gasShares({ preceding: preceding.length, reads: 2 * reads.length });
      const limit = blockGasOverride(gas.sum, gasLimit);
      const codes = new Map<Address, Hex>(reporter === null ? [] : [[reporter, LOGS_ITS_DATA]]);
      const measures = reads.map((read) => ({ ...read, gas: numberToHex(gas.read) }));
      const request = {
        blockOverrides: {
          number: numberToHex(next.number),
          time: numberToHex(next.timestamp),
          ...(limit === null ? {} : { gasLimit: numberToHex(limit) }),
        },
        stateOverrides: stateOnWire(withCodes(simulation.overrides, codes)),
        calls: [
          ...preceding.map((call) => onWire(call, gas.preceding)),
          ...measures.map(readOnWire),
          onWire(transaction, gas.transaction),
          ...measures.map(readOnWire),
        ],
      };
      const { calls } = await onBlock(ask, {
        ...{ block, memory },
        simulating: simulate(ask, request, BigInt(block.number)),
      });
      const first = preceding.length;
      const [main, ...after] = calls.slice(first + reads.length);
      if (main === undefined || after.length !== reads.length) throw new WrongCountError(calls);
      const logs = (main.logs ?? []).filter(({ address }) => address.toLowerCase() === reporter);
      const needed = main.maxUsedGas ?? beforeRefunds(main.gasUsed);
      return {
        preceding: calls.slice(0, first).map(outcome),
        before: calls.slice(first, first + reads.length).map(outcome),
        transaction: {
          ...outcome(main),
          gas: atLeastFloor(transaction.data, needed),
          gasUsed: main.gasUsed,
        },
        after: after.map(outcome),
        reported: concatHex(logs.map(({ data }) => data)),
      };
    },
    async runGroups({ blockNumber, groups, gas }) {
      const begun = fitting(groups, gas, requestGas(gasLimit));
      const calls = begun.flat();
      if (calls.length === 0) return [];
      const request = { calls: calls.map((call) => onWire(call, gas)) };
      const answered = await simulate(ask, request, blockNumber);
      if (answered.calls.length !== calls.length) throw new WrongCountError(answered.calls);
      let at = 0;
      return groups.map(({ length }, i) => {
        if (i >= begun.length) return null;
        at += length;
        const outcomes = answered.calls.slice(at - length, at).map(outcome);
        return { outcomes, isExact: true };
      });
    },
  };
}

/** The first groups, at least one, whose calls may use at most `most` gas together. */
function fitting<T>(
  groups: readonly (readonly T[])[],
  gas: bigint,
  most: bigint,
): readonly (readonly T[])[] {
  let sum = 0n;
  const end = groups.findIndex(({ length }, i) => {
    sum += gas * BigInt(length);
    return i > 0 && sum > most;
  });
  return end < 0 ? groups : groups.slice(0, end);
}

class WrongCountError extends BaseError {
  override readonly name = "WrongCountError";

  constructor(calls: readonly unknown[]) {
    super(`eth_simulateV1 returned ${calls.length} results; check the node.`);
  }
}

async function simulate(ask: Ask, block: object, on: bigint) {
  const params = [{ blockStateCalls: [block] }, numberToHex(on)];
  return simulatedBlocks.parse(await ask({ method: "eth_simulateV1", params }))[0];
}

/**
 * What a simulation came to, if it ran on this very block. The simulated block names its parent;
 * where a node does not say, it is asked for the block besides.
 *
 * @throws {StaleBlockError}
 */
async function onBlock<T extends { readonly parentHash: Hex }>(
  ask: Ask,
  on: {
    readonly block: { readonly number: number; readonly hash: Hex };
    readonly memory: MethodMemory;
    readonly simulating: Promise<T>;
  },
): Promise<T> {
  const { block, memory, simulating } = on;
  const servedHash = () => hashAt(ask, block.number);
  const asking = memory.isNameless ? servedHash() : null;
  const [outcome, served] = await Promise.allSettled([simulating, asking]);
  const parent = outcome.status === "fulfilled" ? outcome.value.parentHash : undefined;
  if (parent === block.hash) memory.isNameless = false;
  else {
    if (outcome.status === "fulfilled") memory.isNameless = true;
    if (served.status === "rejected") throw served.reason;
    if ((served.value ?? (await servedHash())) !== block.hash) {
      throw new StaleBlockError(block.number);
    }
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

function outcome({ status, returnData, error }: CallAnswer): Outcome {
  const ok = status === 1n;
  return { ok, data: ok ? returnData : (error?.data ?? returnData) };
}

function onWire({ from, to, data, value }: SimulatedCall, gas: bigint) {
  return { from, to, input: data, value: numberToHex(value), gas: numberToHex(gas) };
}

function readOnWire({
  to,
  data,
  gas,
}: {
  readonly to: Address;
  readonly data: Hex;
  readonly gas: Hex;
}) {
  return { to, input: data, gas };
}
