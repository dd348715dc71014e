import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildGraph } from "../../src/api/graph/build.ts";
import { EMPTY_MEMORY, mergeChanges } from "../../src/api/graph/memory.ts";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import { runShares } from "../../src/api/router/flow.ts";
import { simulate } from "../../src/api/simulation/simulate.ts";
import { executionOf } from "../../src/api/verify/plan-execution.ts";
import type { PoolState, Protocol } from "../../src/protocols/protocol.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { createRandom, randomAmount } from "./chain.ts";
import { type FamilyOnChain, headAt } from "./on-chain.ts";
import { type ProtocolChain, startProtocolChain } from "./protocol-chain.ts";

const ROUNDS = sized({ always: 6, nightly: 200 });
const SEED = campaignSeed(5);
const MINUTES = 60_000;

/** A family of metapools with that of their base pools. */
interface WithBases extends FamilyOnChain {
  readonly bases: {
    readonly protocol: Protocol;
    read(chain: ProtocolChain): Promise<readonly PoolState[]>;
  };
}

/**
 * Registers the tests of routes that trade in a base pool and in a metapool on it, in one
 * transaction and either order: what is paid is to the wei what is quoted, although the first trade
 * changes the base pool's virtual price.
 */
export function conformsThroughBases(protocol: Protocol, family: WithBases): void {
  describe(`${protocol.family} through base pools`, () => {
    let chain: ProtocolChain;
    beforeAll(async () => {
      chain = await startProtocolChain(family);
    }, 4 * MINUTES);
    afterAll(() => chain?.stop());

    test(
      `behavior: routes pay what is quoted over ${ROUNDS} random states, seed ${SEED}`,
      async () => {
        const random = createRandom(SEED);
        const counted = { in: 0, out: 0, moved: 0 };
        for (let round = 0; round < ROUNDS; round++) {
          await family.shake(chain, random, round);
          const snapshot = await snapshotOf(chain, [
            ...(await family.read(chain)).map((state) => ({ protocol, state })),
            ...(await family.bases.read(chain)).map((state) => {
              return { protocol: family.bases.protocol, state };
            }),
          ]);
          for (const path of pathsOf(snapshot, protocol)) {
            const [first] = path;
            const held = first.protocol.holdings(first.state, snapshot.next);
            const most = held.find(({ token }) => token === first.tokenIn)?.amount ?? 10n ** 24n;
            const digits = most.toString().length;
            const amount = randomAmount(random, Math.max(1, digits - 6), digits);
            const inputs = [{ token: first.tokenIn, amount }];
            const shares = path.map((edge) => ({ edge, shareX64: null }));
            const run = runShares(shares, inputs, { at: snapshot.next, before: new Map() });
            if (run === null) continue;
            const tokenOut = path[1].tokenOut;
            const amountOut = run.balances.get(tokenOut) ?? 0n;
            const { hops, gas, after } = run;
            const route = {
              ...{ inputs, tokenOut, amountOut, hops, gas, after },
              ...{ certificate: null, alternatives: [] },
            };
            const plan = { byRouter: round % 2 === 0, name: `${round} ${first.tokenIn}` };
            const { execution, measure } = executionOf(snapshot, route, plan);
            const result = await simulate(chain, {
              ...{ block: snapshot.block, next: snapshot.next, execution, snapshot },
              ...{ outputs: [measure], holders: () => [] },
            });
            const label = `round ${round}: ${first.state.id} then ${path[1].state.id}, ${amount}`;
            expect(result.ok ? result.gains[0] : "reverted", label).toBe(amountOut);
            counted[first.protocol === protocol ? "out" : "in"] += 1;
            // What it would be if the base pool were as before.
            const still = path[1].protocol.quote(
              path[1].state,
              path[1],
              hops[1]?.amountIn ?? 0n,
              snapshot.next,
            );
            if (still.ok && still.amountOut !== amountOut) counted.moved += 1;
          }
        }
        for (const count of Object.values(counted)) expect(count).toBeGreaterThan(0);
      },
      30 * MINUTES,
    );
  });
}

/** From each coin of a base pool to a metapool's own, and back. */
function pathsOf(
  snapshot: Snapshot,
  protocol: Protocol,
): readonly (readonly [GraphEdge, GraphEdge])[] {
  const all = [...snapshot.edges.values()].flat();
  const own = all.filter((edge) => edge.protocol === protocol && edge.action === "swap");
  return own.flatMap((edge) => {
    const base = protocol.reliance?.on(edge.state) ?? null;
    return all
      .filter(({ state, action }) => state.id === base && action !== "swap")
      .flatMap((other): (readonly [GraphEdge, GraphEdge])[] => {
        if (other.tokenOut === edge.tokenIn) return [[other, edge]];
        return other.tokenIn === edge.tokenOut ? [[edge, other]] : [];
      });
  });
}

/** A snapshot in which metapools have been given their base pools. */
async function snapshotOf(
  chain: ProtocolChain,
  states: readonly { readonly protocol: Protocol; readonly state: PoolState }[],
): Promise<Snapshot> {
  const head = await headAt(chain);
  const addresses = states.flatMap(({ protocol, state }) =>
    protocol.edges(state).flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
  );
  const tokens = [...new Set(addresses)].map((address) => {
    return { address, symbol: null, name: null, decimals: 18, updatedBlock: 0 };
  });
  const changes = { heads: [head], states, tokens, priceFeeds: [], dataFee: null };
  const { memory } = mergeChanges(EMPTY_MEMORY, { ...changes, ancestorBlock: -1 });
  return buildGraph({ chain: chain.chain, memory, head, accepts: () => true }).snapshot;
}
