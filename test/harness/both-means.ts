import { createPublicClient, http, type Transport } from "viem";
import { type ChainSimulation, simulationOf } from "../../src/nodes/simulators/chain-simulation.ts";
import type { Outcome, Simulated, Simulation } from "../../src/nodes/simulators/simulator.ts";
import { clientLacking } from "./lacking-node.ts";

/** One simulation that came out the same by both means. */
export interface Compared {
  readonly isSuccess: boolean;
  /** Whether calls had to run before the transaction, which spares it gas by the eth_call. */
  readonly isPreceded: boolean;
  /** Gas needed, by the eth_call. */
  readonly needed: bigint;
  /** Gas paid for, by eth_simulateV1. */
  readonly paid: bigint;
  /** Milliseconds of each. */
  readonly methodMs: number;
  readonly callMs: number;
}

/** What simulations by both means came to. */
export interface Comparison {
  readonly equal: Compared[];
  /** What was not equal, in words. */
  readonly differences: string[];
}

export function createComparison(): Comparison {
  return { equal: [], differences: [] };
}

const TRIES = 3;
/** Refunds give back at most a fifth. @see https://eips.ethereum.org/EIPS/eip-3529 */
const MOST_REFUND = { of: 5n, left: 4n };
/** What calls before the transaction may have spared it, for each: all that they used. */
const PRECEDING_GAS = 1_000_000n;
/** Native currency takes some 300 gas more each time it comes to an account behind a stub. */
const STUB_GAS = 1_000n;
/** Such times are rarer than this much gas each. */
const STUB_PARTS = 100n;

/**
 * A node's transport whose simulations run by eth_simulateV1 and by eth_call, and have to agree:
 * each amount, revert and report to the byte, gas within what refunds allow. It answers with the
 * first.
 */
export function byBothMeans(url: string, compared: Comparison): Transport {
  const byMethod = simulationOf(createPublicClient({ transport: http(url), cacheTime: 0 }));
  const byCall = simulationOf(clientLacking(url, ["eth_simulateV1"]));
  const simulation: ChainSimulation = {
    async run(asked) {
      for (let tried = 1; ; tried++) {
        const found = await runBoth(asked);
        if (found.difference === null) {
          compared.equal.push(found.both);
          return found.first;
        }
        // A test may change the state between the two; what differs by itself does so again.
        if (tried < TRIES) continue;
        compared.differences.push(found.difference);
        throw new Error(found.difference);
      }
    },
    runGroups: byMethod.runGroups,
    look: async () => {
      await Promise.all([byMethod.look(), byCall.look()]);
    },
    means: byMethod.means,
  };
  async function runBoth(asked: Simulation) {
    const started = performance.now();
    const first = await byMethod.run(asked);
    const between = performance.now();
    const second = await byCall.run(asked);
    const ended = performance.now();
    const both: Compared = {
      ...{ isSuccess: first.transaction.ok, isPreceded: asked.preceding.length > 0 },
      ...{ needed: second.transaction.gas, paid: first.transaction.gasUsed ?? 0n },
      ...{ methodMs: between - started, callMs: ended - between },
    };
    return { first, both, difference: differenceOf(asked, first, second) };
  }
  const node = http(url);
  return (config) => ({ ...node(config), value: { simulation } });
}

/** What two results of a simulation do not agree on; null: nothing. */
function differenceOf(asked: Simulation, first: Simulated, second: Simulated): string | null {
  const facts = (of: Simulated) => ({
    preceding: of.preceding.map(({ ok }) => ok),
    before: of.before.map(plain),
    transaction: of.transaction.ok ? true : of.transaction.data,
    after: of.after.map(plain),
    reported: of.reported,
  });
  const [one, other] = [facts(first), facts(second)].map((each) => JSON.stringify(each));
  const where = `${asked.transaction.from} to ${asked.transaction.to} in block ${asked.next.number}`;
  if (one !== other) return `${where}: eth_simulateV1 ${one}, eth_call ${other}`;
  // What the reporter does takes another amount of gas by each means.
  if (asked.reporter !== null) return null;
  const [paid, needed] = [first.transaction.gasUsed ?? 0n, second.transaction.gas];
  const spared = PRECEDING_GAS * BigInt(asked.preceding.length);
  const most = (paid * MOST_REFUND.of) / MOST_REFUND.left + STUB_GAS + paid / STUB_PARTS + spared;
  if (needed >= paid && needed <= most) return null;
  return `${where}: gas paid ${paid} by eth_simulateV1, needed ${needed} by eth_call`;
}

function plain({ ok, data }: Outcome) {
  return ok ? data : null;
}
