import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancerV3 as contracts } from "../../../devnet/protocols/balancer-v3.ts";
import { balancerV3 } from "../../../src/protocols/balancer-v3/index.ts";
import type { BalancerV3Pool } from "../../../src/protocols/balancer-v3/state.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

/**
 * What a route's transaction uses besides its hop, as measured for the swaps of constant-product
 * pairs.
 */
const TRANSACTION_GAS = 46_000n;

let chain: ProtocolChain;
beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [contracts] });
}, 240_000);
afterAll(() => chain?.stop());

describe("GAS", () => {
  test("default: near what transactions with one hop use", async () => {
    const states = await read(chain.client, 1);
    const measured = await hopGas(balancerV3, chain, {
      states,
      amountOf({ state, tokenIn }) {
        const { tokens, balances, supply } = state as BalancerV3Pool;
        return (balances[tokens.indexOf(tokenIn)] ?? supply) / 1_000n;
      },
    });
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - TRANSACTION_GAS);
      const label = `${edge.action} of ${edge.state.id} uses ${hop}, ${quoted} quoted`;
      expect(Math.abs(hop - Number(quoted)) / hop, label).toBeLessThan(0.1);
    }
    expect(measured).toHaveLength(states.flatMap(balancerV3.edges).length);
  });
});
