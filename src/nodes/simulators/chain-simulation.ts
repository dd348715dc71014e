import { BaseError, type PublicClient } from "viem";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { simulatorByCall } from "./by-call.ts";
import { type MethodMemory, simulatorByMethod } from "./by-method.ts";
import { type Probed, probe } from "./probe.ts";
import type {
  Ability,
  Ask,
  CallGroups,
  GroupOutcome,
  Means,
  Simulated,
  Simulation,
  Simulator,
} from "./simulator.ts";

/** How a node simulates, as far as is known. */
export type NodeMeans = Means | "none" | "unknown";

/** Simulates on the nodes of a chain, each by the means that it has. */
export interface ChainSimulation {
  /** Rejects with `CannotSimulateError`, `StaleBlockError`, and as the nodes' transport does. */
  run(simulation: Simulation): Promise<Simulated>;
  /** As `Simulator.runGroups`; rejects as `run`. */
  runGroups(groups: CallGroups): Promise<readonly (GroupOutcome | null)[]>;
  /** Finds out what is not known of the nodes. Never rejects. */
  look(): Promise<void>;
  /** Of each node, in the order of the URLs. */
  means(): readonly NodeMeans[];
}

/** No node of the chain has a means to simulate. */
export class CannotSimulateError extends BaseError {
  override readonly name = "CannotSimulateError";
  readonly code = "CANNOT_SIMULATE";

  constructor() {
    super(
      "it serves neither eth_simulateV1 nor an eth_call with state and block overrides and 20000000 gas; name a node that does.",
    );
  }
}

/** How one node simulates. */
export interface NodeSimulation {
  means(): NodeMeans;
  /** What is behind the node may be another one now. */
  forget(): void;
  /** Probes it unless it is known. Rejects when it does not answer. */
  look(ask: Ask): Promise<Probed>;
  /**
   * Works with the node's simulator.
   *
   * @throws {CannotSimulateError}
   */
  perform<T>(ask: Ask, work: (simulator: Simulator) => Promise<T>): Promise<T>;
}

/** Remembers what one node was found to be able to do. */
export function createNodeSimulation(): NodeSimulation {
  let known: { readonly ability: Probed } | null = null;
  let looking: Promise<Probed> | null = null;
  const memory: MethodMemory = { isNameless: false };

  function look(ask: Ask): Promise<Probed> {
    if (known !== null) return Promise.resolve(known.ability);
    looking ??= probe(ask)
      .then((ability) => {
        known = { ability };
        return ability;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  function simulatorFor(ask: Ask, ability: Ability): Simulator {
    if (ability.means === "eth_call") return simulatorByCall(ask, ability);
    return simulatorByMethod(ask, ability, memory);
  }

  async function perform<T>(ask: Ask, work: (simulator: Simulator) => Promise<T>): Promise<T> {
    const ability = await look(ask);
    if (ability === null) throw new CannotSimulateError();
    try {
      return await work(simulatorFor(ask, ability));
    } catch (error) {
      // Reverts are results. What a node refuses otherwise it may have given up altogether.
      if (ability.means !== "eth_simulateV1" || nodeErrorOf(error) === null) throw error;
      known = null;
      const other = await look(ask);
      if (other === null || other.means === ability.means) throw error;
      return work(simulatorFor(ask, other));
    }
  }

  return {
    means() {
      if (known === null) return "unknown";
      return known.ability?.means ?? "none";
    },
    forget() {
      known = null;
    },
    look,
    perform,
  };
}

const alone = new WeakMap<PublicClient, ChainSimulation>();

/**
 * How a client's nodes simulate. A client whose transport is of no chain's nodes is taken for one
 * node.
 */
export function simulationOf(client: PublicClient): ChainSimulation {
  const own: ChainSimulation | undefined = client.transport.simulation;
  if (own !== undefined) return own;
  const found = alone.get(client) ?? ofOneNode((asked) => client.request(asked as never));
  alone.set(client, found);
  return found;
}

function ofOneNode(ask: Ask): ChainSimulation {
  const node = createNodeSimulation();
  return {
    run: (simulation) => node.perform(ask, (simulator) => simulator.run(simulation)),
    runGroups: (groups) => node.perform(ask, (simulator) => simulator.runGroups(groups)),
    async look() {
      await node.look(ask).catch(() => null);
    },
    means: () => [node.means()],
  };
}
