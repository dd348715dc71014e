import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import { routeGasLimit } from "../../src/api/router/gas-limit.ts";
import { MAX_TRANSACTION_GAS } from "../../src/lib/chains.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask } from "../harness/trading.ts";

const OWNER: Address = "0x0000000000000000000000000000000000e57e00";
/** Of what an edge takes at most, one in so many. */
const PARTS = [1_000_000n, 1_000n, 3n];
/** Edges of a deployment, the first by their tokens. */
const EDGES = 3;
/** Of the gas limit that is answered over the gas that the transaction uses. */
const HEADROOM = 1.1;

let weir: RunningService;

beforeAll(async () => {
  weir = await sharedService();
}, 300_000);

/** Some edges of each deployment, between tokens that are no shares and positions. */
function edgesOf(snapshot: Snapshot): ReadonlyMap<string, readonly GraphEdge[]> {
  const edges = [...snapshot.tokens.keys()]
    .sort()
    .flatMap((token) => snapshot.edges.get(token) ?? [])
    .filter(
      ({ tokenIn, tokenOut }) => snapshot.tokens.has(tokenIn) && snapshot.tokens.has(tokenOut),
    );
  const bySlug = Map.groupBy(edges, ({ state }) => state.slug);
  return new Map([...bySlug].map(([slug, all]) => [slug, all.slice(0, EDGES)]));
}

/** Gas of a transaction besides its hops. */
const OVERHEAD = 200_000;

describe("gas of hops", () => {
  test("behavior: no deployment's trades take more than a plan at the limit leaves for them", async () => {
    const snapshot = weir.service(1).snapshot();
    const planned = Number(routeGasLimit(1, {})) + OVERHEAD;
    const allowed = Number(MAX_TRANSACTION_GAS) / HEADROOM / planned;
    const seen = new Set<string>();
    for (const [slug, edges] of edgesOf(snapshot)) {
      for (const edge of edges) {
        const { tokenIn, tokenOut } = edge;
        const most = edge.protocol.maxIn(edge.state, edge, snapshot.next);
        for (const part of PARTS) {
          const { status, body } = await ask(weir, "route", {
            ...{ fromAddress: OWNER, receiver: OWNER, tokenIn, tokenOut, include: "legs" },
            ...{ amountIn: `${most / part}`, onlyProtocols: slug, slippage: "1000" },
          });
          if (status !== 200) continue;
          const legs = body.route.flatMap(({ legs = [] }) => legs);
          const estimated = legs.reduce((sum, { gas }) => sum + Number(gas), OVERHEAD);
          const used = Number(body.gas) / HEADROOM;
          const told = `${slug} ${tokenIn} to ${tokenOut}, a ${part}th of the most: ${used} used`;
          expect(used, `${told}, ${estimated} estimated`).toBeLessThan(allowed * estimated);
          seen.add(slug);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(40);
  }, 600_000);
});
