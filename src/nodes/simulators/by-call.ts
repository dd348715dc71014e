import { type Address, type Hex, numberToHex, type StateOverride, size } from "viem";
import { max, min } from "../../lib/math.ts";
import { atLeastFloor, gasShares, intrinsicGas, REQUEST_GAS } from "./gas.ts";
import {
  actingCodes,
  complement,
  decodeGroups,
  decodeRun,
  groupsData,
  type HarnessCall,
  REPORTER_CODE,
  runData,
} from "./harness.ts";
import { hashAt, StaleBlockError } from "./served-block.ts";
import type { Ability, Ask, SimulatedCall, Simulation, Simulator } from "./simulator.ts";
import { hex, stateOnWire, withCodes } from "./wire.ts";

/**
 * Gas that measuring a call adds to what it uses: the CALL itself, to an account that was touched,
 * and the stack work around it. Of the compiled harness, as a test finds.
 */
const MEASURE_GAS = 138n;
/**
 * Gas that a call with value costs besides, which a transaction does not pay: 9,000 less the
 * stipend.
 */
const VALUE_GAS = 6_700n;
/** Gas that a called account has for nothing when value comes with the call. */
const STIPEND = 2_300n;
/**
 * Gas of a stub that hands a call of 32 bytes or more on to the account's own code, but for memory.
 * Of the compiled stub, as a test finds.
 */
const RELAY_GAS = 303n;
/** Words of memory that a stub has in use from the beginning. */
const STUB_WORDS = 3n;
/** Who asks for groups of calls; nobody. */
const NOBODY: Address = "0x0000000000000000000000000000005765697203";
/** Gas of the harness for each call of a group, its results included. */
const GROUP_CALL_GAS = 30_000n;
/** Calls keep 1/64 of the gas back from what they call, in two levels here. */
const KEPT_BACK = { of: 16n, left: 15n };
/** Gas of the harness beyond that of the calls it makes. */
const HARNESS_GAS = 2_000_000n;

/** Simulates by one eth_call, in which state overrides make accounts act. */
export function simulatorByCall(ask: Ask, { callGas }: Pick<Ability, "callGas">): Simulator {
  const most = callGas ?? REQUEST_GAS;

  async function codeAt(account: Address, blockNumber: bigint): Promise<Hex> {
    const params = [account, numberToHex(blockNumber)];
    return hex.parse(await ask({ method: "eth_getCode", params }));
  }

  /** The accounts, each with the code that it has in the simulation. */
  async function actorsOf(
    accounts: readonly Address[],
    overrides: StateOverride,
    blockNumber: bigint,
  ): Promise<ReadonlyMap<Address, Hex>> {
    const overridden = new Map(overrides.map(({ address, code }) => [address, code]));
    return new Map(
      await Promise.all(
        [...new Set(accounts)].map(async (account) => {
          const code = overridden.get(account) ?? (await codeAt(account, blockNumber));
          return [account, code] as const;
        }),
      ),
    );
  }

  return {
    means: "eth_call",
    async run(simulation) {
      const { block, next, reads, reporter, overrides } = simulation;
      const { from, to, data, value } = simulation.transaction;
      const accounts = [from, ...simulation.preceding.map((call) => call.from)];
      const actors = await actorsOf(accounts, overrides, BigInt(block.number));
      const hasCode = actors.get(from) !== "0x";
      const measured = reporter === null ? reads : [...reads, { to: reporter, data: "0x" as Hex }];
      const gas = gasShares({
        preceding: simulation.preceding.length,
        reads: 2 * measured.length,
      });
      const before = intrinsicGas(data) + (value > 0n ? STIPEND : 0n);
      const asked = withGas(simulation.transaction, gas.transaction - before);
      const codes = new Map([
        ...actingCodes(actors),
        ...(reporter === null ? [] : [[reporter, REPORTER_CODE] as const]),
      ]);
      const request = {
        ...{ from, to: from },
        input: runData({
          preceding: simulation.preceding.map((call) => withGas(call, gas.preceding)),
          reads: measured.map((read) => withGas({ from, value: 0n, ...read }, gas.read)),
          transaction: asked,
          warm: hasCode ? [to, complement(from)] : [to],
        }),
        gas: numberToHex(min(most, withKeptBack(gas.sum) + HARNESS_GAS)),
      };
      const params = [
        request,
        { blockHash: block.hash, requireCanonical: true },
        stateOnWire(withCodes(overrides, codes)),
        { number: numberToHex(next.number), time: numberToHex(next.timestamp) },
      ];
      const answer = await onBlock(ask, block, ask({ method: "eth_call", params }));
      const results = decodeRun(hex.parse(answer));
      const ran = results.transaction;
      const relayed = hasCode && to === from ? RELAY_GAS + passingGas(data, ran.data) : 0n;
      const measuring = MEASURE_GAS + (value > 0n ? VALUE_GAS : 0n) + relayed;
      // What calls before it touched costs it less than it will: no more than it cost them.
      const spared = results.preceding.reduce((sum, call) => sum + call.gas, 0n);
      const needed = intrinsicGas(data) + ran.gas - measuring + spared;
      return {
        preceding: results.preceding,
        before: results.before.slice(0, reads.length),
        transaction: {
          ...{ ok: ran.ok, data: ran.data, gasUsed: null },
          gas: atLeastFloor(data, needed),
        },
        after: results.after.slice(0, reads.length),
        reported: results.after[reads.length]?.data ?? "0x",
      };
    },
    async runGroups({ blockNumber, groups, gas, senders: kept }) {
      if (groups.length === 0) return [];
      const asked = new Set(groups.flat().map(({ to }) => to));
      const senders = [...new Set(groups.flat().map(({ from }) => from))];
      const keeping = kept === "as they are" ? senders : senders.filter((each) => asked.has(each));
      const withCode = await actorsOf(keeping, [], blockNumber);
      const actors = new Map<Address, Hex>(senders.map((sender) => [sender, "0x"]));
      for (const [account, code] of withCode) actors.set(account, code);
      actors.set(NOBODY, "0x");
      const longest = BigInt(Math.max(...groups.map(({ length }) => length)));
      const reserve = withKeptBack(longest * (gas + GROUP_CALL_GAS)) + HARNESS_GAS;
      const calls = groups.map((group) => group.map((call) => withGas(call, gas)));
      const request = {
        ...{ from: NOBODY, to: NOBODY, input: groupsData(calls, reserve) },
        gas: numberToHex(most),
      };
      const state = stateOnWire(withCodes([], actingCodes(actors)));
      const params = [request, numberToHex(blockNumber), state];
      const answer = hex.parse(await ask({ method: "eth_call", params }));
      return decodeGroups(answer).map((results, i) => {
        if (results.length !== groups[i]?.length) return null;
        return { outcomes: results, isExact: kept === "as they are" };
      });
    },
  };
}

/**
 * What a node answers about a block by its hash.
 *
 * @throws {StaleBlockError} when it refuses and has another block at that height.
 */
async function onBlock(
  ask: Ask,
  { number, hash }: Simulation["block"],
  answering: Promise<unknown>,
): Promise<unknown> {
  try {
    return await answering;
  } catch (error) {
    const served = await hashAt(ask, number).catch(() => null);
    if (served !== null && served !== hash) throw new StaleBlockError(number);
    throw error;
  }
}

function withGas(call: SimulatedCall, gas: bigint): HarnessCall {
  return { ...call, gas };
}

/** Gas from which calls still have `gas` after their callers kept their share. */
function withKeptBack(gas: bigint): bigint {
  return (gas * KEPT_BACK.of) / KEPT_BACK.left;
}

/** Gas for the memory that a stub copies calldata and returned data to. */
function passingGas(data: Hex, returned: Hex): bigint {
  const [given, got] = [words(data), words(returned)];
  const most = max(max(given, got), STUB_WORDS);
  return 3n * (given + got) + memoryGas(most) - memoryGas(STUB_WORDS);
}

/** Gas of memory, in words. */
function memoryGas(count: bigint): bigint {
  return 3n * count + (count * count) / 512n;
}

function words(data: Hex): bigint {
  return BigInt(Math.ceil(size(data) / 32));
}
