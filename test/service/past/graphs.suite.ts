import type { Address } from "viem";
import { expect, test } from "vitest";
import { expectAsRecorded, otherService } from "./graph.ts";
import { get, graphs, weir } from "./recording.ts";

/** A price of a pool's history. */
interface PricedEdge {
  readonly action: "swap" | "deposit" | "redeem";
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly price: number;
}

test("behavior: the graph is what it was", async () => {
  await expectAsRecorded(weir.service(1), graphs);
});

test("behavior: a service that starts later knows it too", async () => {
  const later = await otherService();
  try {
    await later.refresh();
    await expectAsRecorded(
      later,
      graphs.filter((_, i) => i % 3 === 0),
    );
  } finally {
    await later.close();
  }
});

test("behavior: a pool's history ends with its price of now", async () => {
  const snapshot = weir.service(1).snapshot();
  const families = new Set<string>();
  for (const { protocol, state } of [...snapshot.edges.values()].flat()) {
    if (families.has(protocol.family) || protocol.family === "wrapped-native") continue;
    const { status, text } = await get(`history/pools/1/${state.id}?interval=day`);
    expect(status, text).toBe(200);
    const { data } = JSON.parse(text) as { data: { state: { prices: PricedEdge[] } | null }[] };
    const prices = data.findLast((point) => point.state !== null)?.state?.prices ?? [];
    for (const { action, tokenIn, tokenOut, price } of prices) {
      const edge = { action, tokenIn, tokenOut };
      const now = protocol.spotPrice(state, edge, snapshot.next);
      const scale =
        10 **
        ((snapshot.tokens.get(tokenIn)?.decimals ?? 0) -
          (snapshot.tokens.get(tokenOut)?.decimals ?? 0));
      const wanted = (Number(now.numerator) / Number(now.denominator)) * scale;
      // Rates that grow with time are those of the newest block, here of the next.
      expect(price / wanted, `${protocol.family} ${state.id}`).toBeCloseTo(1, 5);
      families.add(protocol.family);
    }
  }
  console.log(`histories of ${[...families].join(", ")}`);
  expect(families.size).toBeGreaterThan(8);
});
