import { type Address, type Hex, numberToHex, pad, size, slice } from "viem";
import { z } from "zod";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { REQUEST_GAS } from "./gas.ts";
import type { Ability, Ask } from "./simulator.ts";
import { hex, quantity } from "./wire.ts";

/** What a node can do to simulate; null: neither means. */
export type Probed = Ability | null;

/** An account that the probes put code at; nobody's. */
const PROBER: Address = "0x0000000000000000000000000000005765697204";
/**
 * Returns the block's number and time, the gas that is left, and the first word of its storage:
 *
 *     mstore(0, number)     43 5f 52
 *     mstore(32, timestamp) 42 6020 52
 *     mstore(64, gas)       5a 6040 52
 *     mstore(96, sload(0))  5f 54 6060 52
 *     return(0, 128)        6080 5f f3
 */
const PROBE: Hex = "0x435f52426020525a6040525f5460605260805ff3";
const SLOT = pad("0x", { size: 32 });
const WORD: Hex = pad("0x5eed", { size: 32 });
const STATE = { [PROBER]: { code: PROBE, stateDiff: { [SLOT]: WORD } } };
/** Less gas than this is too little for a transaction and what is around it. */
const LEAST_CALL_GAS = 20_000_000n;
const METHOD_GAS = 1_000_000n;

const header = z.object({ number: quantity, timestamp: quantity, gasLimit: quantity, hash: hex });
const blocks = z.array(z.object({ calls: z.array(z.object({ returnData: hex })) }));

/**
 * Finds out how a node simulates by doing it: what is told of a method by its name, or by an
 * error's code, differs from node to node, and a proxy may drop what it does not know.
 *
 * Rejects when the node does not answer at all.
 */
export async function probe(ask: Ask): Promise<Probed> {
  const latest = await ask({ method: "eth_getBlockByNumber", params: ["latest", false] });
  const { number, timestamp, gasLimit, hash } = header.parse(latest);
  const next = { number: numberToHex(number + 1n), time: numberToHex(timestamp + 1n) };
  const call = { from: PROBER, to: PROBER };

  const simulated = await answered(async () => {
    const calls = [{ ...call, gas: numberToHex(METHOD_GAS) }];
    const block = { blockOverrides: next, stateOverrides: STATE, calls };
    const params = [{ blockStateCalls: [block] }, numberToHex(number)];
    const [answer] = blocks.parse(await ask({ method: "eth_simulateV1", params }));
    return gasTold(answer?.calls[0]?.returnData, { number, timestamp });
  });
  if (simulated !== null) return { means: "eth_simulateV1", gasLimit, callGas: null };

  const callGas = await answered(async () => {
    const request = { ...call, gas: numberToHex(REQUEST_GAS) };
    const on = { blockHash: hash, requireCanonical: true };
    const answer = await ask({ method: "eth_call", params: [request, on, STATE, next] });
    return gasTold(hex.parse(answer), { number, timestamp });
  });
  if (callGas === null || callGas < LEAST_CALL_GAS) return null;
  // What is left is a little less than what was given, and may be asked for again.
  return { means: "eth_call", gasLimit, callGas };
}

/** Null where the node refuses, or answers what nothing should. */
async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (nodeErrorOf(error) !== null || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** The gas that the probe was left; null where it did not run as it was told. */
function gasTold(
  data: Hex | undefined,
  parent: { readonly number: bigint; readonly timestamp: bigint },
): bigint | null {
  if (data === undefined || size(data) !== 128) return null;
  const word = (at: number) => BigInt(slice(data, 32 * at, 32 * (at + 1)));
  const isNext = word(0) === parent.number + 1n && word(1) === parent.timestamp + 1n;
  return isNext && word(3) === BigInt(WORD) ? word(2) : null;
}
