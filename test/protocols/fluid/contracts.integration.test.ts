import { encodeFunctionData, maxUint256, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fluidAbi } from "../../../devnet/protocols/fluid.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { edges, maxIn, quote } from "../../../src/protocols/fluid/pool.ts";
import type { FluidPool } from "../../../src/protocols/fluid/state.ts";
import { withBits } from "../../../src/protocols/fluid/words.ts";
import { sized } from "../../harness/size.ts";
import { createRandom } from "../chain.ts";
import { enrich } from "../enrich.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { FLUID_CHAIN, shake } from "./shake.ts";

const MINUTES = 60_000;
const ROUNDS = sized({ always: 12, nightly: 200 });
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain(FLUID_CHAIN);
}, 4 * MINUTES);
afterAll(() => chain?.stop());

/** What decides quotes of the same second: not the rate of interest from then on. */
function compared({ accounts, shifts: _s, centerShift: _c, config, ...state }: FluidPool) {
  const same = accounts.map((each) => ({
    ...each,
    prices: withBits(each.prices, { from: 0, count: 16, value: 0n }),
  }));
  // Shifts of ranges and thresholds that are over have no part in it, cleared or not.
  const still = [26, 67].reduce(
    (word, from) => withBits(word, { from, count: 1, value: 0n }),
    config,
  );
  return { ...state, config: still, accounts: same };
}

describe("quote", () => {
  test(
    `behavior: the next state is the contract's over two swaps of a block, ${ROUNDS} times`,
    async () => {
      const random = createRandom(7);
      let swaps = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await shake(chain, random);
        await enrich(chain);
        const { timestamp } = await chain.node.getBlock();
        const time = { timestamp: timestamp + 12n };
        const expected: FluidPool[] = [];
        for (const state of await read(chain.client, 1)) {
          const first = sell(state, random, time, "most");
          const second = first && sell(first, random, time, "some");
          swaps += (first ? 1 : 0) + (second ? 1 : 0);
          expected.push(second ?? first ?? state);
        }
        await chain.builder.flush();
        expect((await chain.node.getBlock()).timestamp).toBe(time.timestamp);
        const found = await read(chain.client, 1);
        expect(found.map(compared)).toEqual(expected.map(compared));
      }
      expect(swaps).toBeGreaterThan(ROUNDS);
    },
    20 * MINUTES,
  );
});

/** Queues a swap, and gives the state after it; null where none works. */
function sell(
  state: FluidPool,
  random: () => number,
  at: { readonly timestamp: bigint },
  size: "most" | "some",
): FluidPool | null {
  const edge = edges(state)[random() < 0.5 ? 0 : 1];
  if (edge === undefined) return null;
  const most = maxIn(state, edge, at);
  const amountIn =
    size === "most" && random() < 0.3 ? most : BigInt(Math.floor(Number(most) * random() ** 4));
  const quoted = quote(state, edge, amountIn, at);
  if (!quoted.ok) return null;
  const { builder } = chain;
  const isNative = edge.tokenIn === NATIVE;
  const label = `${amountIn} of ${edge.tokenIn} to ${state.address}`;
  if (!isNative) {
    const mint = { functionName: "mint", args: [builder.operator, amountIn] } as const;
    const calls = [encodeFunctionData({ abi: tokenAbi, ...mint })];
    for (const allowance of [0n, maxUint256]) {
      const approve = { functionName: "approve", args: [state.address, allowance] } as const;
      calls.push(encodeFunctionData({ abi: tokenAbi, ...approve }));
    }
    for (const data of calls) builder.queue({ to: edge.tokenIn, data, gas: 200_000n, label });
  }
  const args = [edge.tokenIn === state.tokens[0], amountIn, quoted.amountOut, builder.operator];
  const data = encodeFunctionData({
    ...{ abi: fluidAbi, functionName: "swapIn" },
    args: args as [boolean, bigint, bigint, `0x${string}`],
  });
  const value = isNative ? amountIn : 0n;
  builder.queue({ to: state.address, data, value, gas: 3_000_000n, label });
  return quoted.next;
}
