import type { Address, PublicClient } from "viem";
import { describe, expect, test } from "vitest";
import { UniswapV3Pool } from "../../../abis/UniswapV3Pool.ts";
import { algebra } from "../../../src/protocols/algebra/index.ts";
import { type AlgebraPool, chargedAt } from "../../../src/protocols/algebra/pool.ts";
import { type Remembered, traded, written } from "../../../src/protocols/algebra/transitions.ts";
import { createRandom } from "../chain.ts";
import { conformsOnChain } from "../on-chain.ts";
import { mineAfter, startProtocolChain } from "../protocol-chain.ts";
import { readPools, tradedOf } from "./read.ts";
import { ALGEBRA_CHAIN, CHAIN_ID, createShake, FACTORIES } from "./shake.ts";

const windows = new Map<Address, number | null>();

conformsOnChain(algebra, {
  ...ALGEBRA_CHAIN,
  shake: createShake(),
  read: ({ client }) => readPools(client, { chainId: CHAIN_ID, factories: FACTORIES, windows }),
});

/** What a pool's logs say that it traded since its last timepoint. */
async function foldedOf(client: PublicClient, address: Address): Promise<Remembered> {
  const logs = await client.getLogs({
    address,
    events: UniswapV3Pool,
    fromBlock: 0n,
    strict: true,
  });
  let [row, tick]: [Remembered, number] = [{ volumePerLiquidity: null, timepointTimestamp: 0 }, 0];
  for (const { eventName, args, blockNumber } of logs) {
    const timestamp = Number((await client.getBlock({ blockNumber })).timestamp);
    if (eventName === "Swap") {
      row = traded(row, args, timestamp);
      tick = args.tick;
    } else if (eventName === "Initialize") {
      row = written(row, timestamp);
      tick = args.tick;
    } else if (args.amount !== 0n && tick >= args.tickLower && tick < args.tickUpper) {
      row = written(row, timestamp);
    }
  }
  return row;
}

describe("readFees", () => {
  test("behavior: plugins say what their memories come to when nobody traded for a day", async () => {
    const chain = await startProtocolChain(ALGEBRA_CHAIN);
    try {
      const [shake, random] = [createShake(), createRandom(4)];
      for (let round = 0; round < 4; round++) {
        await shake(chain, random);
        await mineAfter(chain, 50_000);
        await shake(chain, random);
        await mineAfter(chain, 100_000);
        const of = { chainId: CHAIN_ID, factories: FACTORIES };
        expect(await readPools(chain.client, of)).toHaveLength(7);
      }
    } finally {
      await chain.stop();
    }
  }, 240_000);
});

/** What makes a pool's fee, and of which generation. */
const kindOf = ({ slug, dynamicFee }: AlgebraPool) => `${slug} ${dynamicFee?.kind ?? "fixed"}`;

describe("traded", () => {
  test("behavior: logs say what V1's pools remember of their trades, and fees move", async () => {
    const chain = await startProtocolChain(ALGEBRA_CHAIN);
    try {
      const { client } = chain;
      const [shake, random] = [createShake(), createRandom(4)];
      const fees = new Map<string, Set<number>>();
      let isAny = false;
      for (let round = 0; round < 6; round++) {
        await shake(chain, random);
        const { number, timestamp } = await client.getBlock();
        const at = { number: number + 1n, timestamp: timestamp + 2n };
        for (const pool of await readPools(client, { chainId: CHAIN_ID, factories: FACTORIES })) {
          const own = fees.get(kindOf(pool)) ?? new Set();
          fees.set(kindOf(pool), own.add(chargedAt(pool, at).feePips[0]));
          if (pool.slug !== "quickswap-v3") continue;
          const remembered = await tradedOf(client, pool.address);
          expect((await foldedOf(client, pool.address)).volumePerLiquidity).toBe(remembered);
          isAny ||= remembered > 0n;
        }
      }
      expect(isAny).toBe(true);
      for (const kind of ["wasabee adaptive", "wasabee sliding", "quickswap-v3 adaptive"])
        expect(fees.get(kind)?.size ?? 0, kind).toBeGreaterThan(1);
    } finally {
      await chain.stop();
    }
  }, 240_000);
});
