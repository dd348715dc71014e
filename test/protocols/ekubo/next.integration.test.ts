import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { min } from "../../../src/lib/math.ts";
import { type EkuboPool, edges, maxIn, quote } from "../../../src/protocols/ekubo/pool.ts";
import { sized } from "../../harness/size.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { createShake, EKUBO_CHAIN, queueSwap } from "./shake.ts";

const MINUTES = 60_000;
const ROUNDS = sized({ always: 12, nightly: 200 });
const LARGEST = 10n ** 30n;

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain(EKUBO_CHAIN);
}, 4 * MINUTES);
afterAll(() => chain?.stop());

describe("quote", () => {
  test(
    `behavior: the next state is the contract's over two swaps of a block, ${ROUNDS} times`,
    async () => {
      const random = createRandom(7);
      const shake = createShake();
      let swaps = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await shake(chain, random);
        const expected: EkuboPool[] = [];
        for (const pool of await read(chain.client)) {
          const first = sell(pool, random);
          const second = first && sell(first, random);
          swaps += (first ? 1 : 0) + (second ? 1 : 0);
          expected.push(second ?? first ?? pool);
        }
        await chain.builder.flush();
        expect(await read(chain.client)).toEqual(expected);
      }
      expect(swaps).toBeGreaterThan(4 * ROUNDS);
    },
    20 * MINUTES,
  );
});

/** Queues a swap, and gives the state after it; null where none works. */
function sell(pool: EkuboPool, random: () => number): EkuboPool | null {
  const edge = edges(pool)[random() < 0.5 ? 0 : 1];
  if (edge === undefined) return null;
  const most = min(maxIn(pool, edge), LARGEST);
  const amountIn = random() < 0.2 ? most : BigInt(Math.floor(Number(most) * random() ** 4));
  const quoted = quote(pool, edge, amountIn);
  if (!quoted.ok) return null;
  queueSwap(chain, pool, { edge, amountIn, least: quoted.amountOut });
  return quoted.next;
}
