import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { edges, maxIn, quote } from "../../../src/protocols/fluid-dex-lite/pool.ts";
import type { DexLitePool } from "../../../src/protocols/fluid-dex-lite/state.ts";
import { sized } from "../../harness/size.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { DEX_LITE_CHAIN, queueSwap, shake } from "./shake.ts";

const MINUTES = 60_000;
const ROUNDS = sized({ always: 12, nightly: 200 });

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain(DEX_LITE_CHAIN);
}, 4 * MINUTES);
afterAll(() => chain?.stop());

describe("quote", () => {
  test(
    `behavior: the next state is the contract's over two swaps of a block, ${ROUNDS} times`,
    async () => {
      const random = createRandom(7);
      let swaps = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await shake(chain, random);
        const { timestamp } = await chain.node.getBlock();
        const time = { timestamp: timestamp + 12n };
        const expected: DexLitePool[] = [];
        for (const pool of await read(chain.client, 1)) {
          const first = sell(pool, random, time);
          const second = first && sell(first, random, time);
          swaps += (first ? 1 : 0) + (second ? 1 : 0);
          expected.push(second ?? first ?? pool);
        }
        await chain.builder.flush();
        expect((await chain.node.getBlock()).timestamp).toBe(time.timestamp);
        expect(await read(chain.client, 1)).toEqual(expected);
      }
      expect(swaps).toBeGreaterThan(4 * ROUNDS);
    },
    20 * MINUTES,
  );
});

/** Queues a swap, and gives the state after it; null where none works. */
function sell(
  pool: DexLitePool,
  random: () => number,
  at: { readonly timestamp: bigint },
): DexLitePool | null {
  const edge = edges(pool)[random() < 0.5 ? 0 : 1];
  if (edge === undefined) return null;
  const most = maxIn(pool, edge, at);
  const amountIn = random() < 0.2 ? most : BigInt(Math.floor(Number(most) * random() ** 4));
  const quoted = quote(pool, edge, amountIn, at);
  if (!quoted.ok) return null;
  queueSwap(chain, pool, { edge, amountIn, least: quoted.amountOut });
  return quoted.next;
}
