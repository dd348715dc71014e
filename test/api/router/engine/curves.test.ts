import { describe, expect, test } from "vitest";
import type { GraphEdge } from "../../../../src/api/graph/snapshot.ts";
import { curveOf } from "../../../../src/api/router/engine/curves.ts";
import { PROTOCOLS } from "../../../../src/protocols/index.ts";
import type { BlockContext, PoolState, Protocol } from "../../../../src/protocols/protocol.ts";

const NOW: BlockContext = { number: 1_000n, timestamp: 1_800_000_000n };
/** In the hour of `NOW`, and a month later. */
const LATER: readonly BlockContext[] = [
  { number: 1_001n, timestamp: NOW.timestamp + 12n },
  { number: 217_000n, timestamp: NOW.timestamp + 2_592_000n },
];
const AMOUNTS = [1, 1e3, 1e9, 1e15, 1e18, 1e21, 1e25];

const families = PROTOCOLS.map((protocol) => ({ family: protocol.family, protocol }));

/** The edges of `test/protocols/<family>/sample.ts`; new objects each time. */
async function edgesOf(protocol: Protocol): Promise<readonly GraphEdge[]> {
  const { samples }: { samples: readonly PoolState[] } = await import(
    `../../../protocols/${protocol.family}/sample.ts`
  );
  return samples.flatMap((state) =>
    protocol.edges(state).map((edge, place) => ({ ...edge, place, protocol, state })),
  );
}

function numbersOf(edge: GraphEdge, at: BlockContext): readonly number[] {
  const curve = curveOf(edge, edge.state, at);
  return AMOUNTS.flatMap((x) => [curve.output(x), curve.marginal(x), curve.capacity]);
}

describe.each(families)("curveOf for $family", ({ protocol }) => {
  test("default: a block's curve is the same whatever block was asked for before", async () => {
    const [asked, fresh] = [await edgesOf(protocol), await edgesOf(protocol)];
    for (const edge of asked) numbersOf(edge, NOW);
    for (const at of LATER) {
      for (const [i, edge] of asked.entries()) {
        const alone = { ...(fresh[i] ?? edge) };
        expect(numbersOf(edge, at), `edge ${i} at ${at.number}`).toEqual(numbersOf(alone, at));
      }
    }
  });
});

describe("curveOf", () => {
  test("behavior: a curve that no block changes is made once", async () => {
    const protocol = PROTOCOLS.find(({ family }) => family === "uniswap-v2");
    if (protocol === undefined) throw new Error("uniswap-v2 is gone");
    const [edge] = await edgesOf(protocol);
    if (edge === undefined) throw new Error("uniswap-v2 has no sample");
    const curve = curveOf(edge, edge.state, NOW);
    for (const at of LATER) expect(curveOf(edge, edge.state, at)).toBe(curve);
  });
});
