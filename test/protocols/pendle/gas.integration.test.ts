import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pendle } from "../../../src/protocols/pendle/index.ts";
import type { PendlePool } from "../../../src/protocols/pendle/state.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { PENDLE_CHAIN } from "./shake.ts";

/**
 * What a route's transaction uses besides its hop, as measured for the swaps of constant-product
 * pairs.
 */
const TRANSACTION_GAS = 46_000n;
/** Longer than the first market of the chain lasts. */
const SECONDS = 864_000n;

let chain: ProtocolChain;
beforeAll(async () => {
  chain = await startProtocolChain(PENDLE_CHAIN);
}, 240_000);
afterAll(() => chain?.stop());

function amountOf({ state }: { readonly state: unknown }): bigint {
  const pool = state as PendlePool;
  return (pool.kind === "market" ? pool.totalSy : pool.supply) / 1_000n;
}

describe("GAS", () => {
  test("default: near what transactions with one hop use", async () => {
    const { timestamp } = await chain.node.getBlock();
    await chain.node.setNextBlockTimestamp({ timestamp: timestamp + SECONDS });
    await chain.node.mine({ blocks: 1 });
    const states = await read(chain.client, 1);
    const measured = await hopGas(pendle, chain, { states, amountOf });
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - TRANSACTION_GAS);
      const label = `${edge.action} of ${edge.tokenIn} of ${edge.state.id} uses ${hop}, ${quoted} quoted`;
      expect(Math.abs(hop - Number(quoted)) / hop, label).toBeLessThan(0.1);
    }
    expect(measured).toHaveLength(states.flatMap(pendle.edges).length);
  });
});
