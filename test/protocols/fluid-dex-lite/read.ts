import type { PublicClient } from "viem";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { deployments } from "../../../src/protocols/fluid-dex-lite/contracts.ts";
import {
  centerPrices,
  countPools,
  dexIdOfKey,
  readKeys,
  readWords,
} from "../../../src/protocols/fluid-dex-lite/reading.ts";
import type { DexLitePool } from "../../../src/protocols/fluid-dex-lite/state.ts";

/** Every pool of the chain's contract, by contract reads alone. */
export async function read(client: PublicClient, chainId: number): Promise<readonly DexLitePool[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const ask: Ask = (views) =>
    Promise.all(
      views.map(async ({ target, data }) => {
        const answer = await client.call({ to: target, data, blockNumber });
        return answer.data ?? null;
      }),
    );
  const pools: DexLitePool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const { dexLite: address } = contracts;
    if ((await client.getCode({ address })) === undefined) continue;
    const keys = await readKeys(ask, contracts, { from: 0, to: await countPools(ask, contracts) });
    const ids = keys.map((key) => ({ dexId: dexIdOfKey(key) }));
    const words = await readWords(ask, ids, contracts);
    const tokensOf = keys.map(({ token0, token1 }) => [token0, token1] as const);
    const asked = words.map((each, at) => {
      return { tokens: tokensOf[at] ?? [], variables: each?.variables ?? 0n };
    });
    const prices = await centerPrices(ask, asked, contracts);
    for (const [at, { token0, token1, salt }] of keys.entries()) {
      const [own, price] = [words[at], prices[at]];
      const id = ids[at]?.dexId;
      if (own == null || price == null || id === undefined) throw new Error(`${at} is not read`);
      const facts = { id, address, slug, tokens: [token0, token1] as const, salt };
      pools.push({ ...facts, ...own, externalPrice: price, updatedBlock: 0 });
    }
  }
  return pools;
}
