import { concatHex, getAbiItem, type Hex, numberToHex, type PublicClient } from "viem";
import { EkuboCore } from "../../../abis/EkuboCore.ts";
import { EKUBO_CORE, EKUBO_ROUTER } from "../../../devnet/protocols/ekubo.ts";
import { lower, tokenOfCurrency } from "../../../src/lib/address.ts";
import { configOf, isAdmitted } from "../../../src/protocols/ekubo/config.ts";
import type { EkuboPool } from "../../../src/protocols/ekubo/pool.ts";
import { poolWordsOf, wordsView } from "../../../src/protocols/ekubo/reading.ts";
import { createTickTable, rangeTable } from "../../../src/protocols/ekubo/tick-table.ts";
import { changeOf } from "../../../src/protocols/ekubo/transitions.ts";

// https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/libraries/CoreStorageLayout.sol
const TICKS_OFFSET = 0x435a5eb89a296820174331cf5a3902d9fca683928d56726d8e7acd6efb28c568n;
const MAX_UINT128 = (1n << 128n) - 1n;

/** Every admitted pool: logs say which there are and where ticks are, words what they hold. */
export async function read(client: PublicClient): Promise<readonly EkuboPool[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const range = { address: EKUBO_CORE, fromBlock: 0n, strict: true } as const;
  const [initialized, updated] = [
    getAbiItem({ abi: EkuboCore, name: "PoolInitialized" }),
    getAbiItem({ abi: EkuboCore, name: "PositionUpdated" }),
  ] as const;
  const created = await client.getLogs({ ...range, event: initialized });
  const changes = await client.getLogs({ ...range, event: updated });
  const pools: EkuboPool[] = [];
  for (const { args } of created) {
    const { poolId: id, poolKey } = args;
    const config = configOf(poolKey.config);
    if (!isAdmitted(config)) continue;
    const words = async (slots: readonly Hex[]) => {
      const { target, data } = wordsView(EKUBO_CORE, slots);
      const answer = await client.call({ to: target, data, blockNumber });
      return answer.data ?? null;
    };
    const [word] = poolWordsOf(await words([id]), 1);
    if (word == null) throw new Error(`${id} has no word`);
    const used = new Set<number>();
    for (const { args: change } of changes) {
      if (change.poolId !== id) continue;
      const { tickLower, tickUpper } = changeOf(change.positionId, change.liquidityDelta);
      for (const tick of [tickLower, tickUpper]) used.add(tick);
    }
    const ticks = [...used].sort((a, b) => a - b);
    const slots = ticks.map((tick) => {
      const slot = BigInt.asUintN(256, BigInt(id) + TICKS_OFFSET + BigInt(tick));
      return numberToHex(slot, { size: 32 });
    });
    const answer = slots.length === 0 ? "0x" : ((await words(slots)) ?? "0x");
    const initialised = ticks.flatMap((tick, at) => {
      const found = BigInt(concatHex(["0x", `0x${answer.slice(2 + at * 64, 66 + at * 64)}`]));
      const liquidityNet = BigInt.asIntN(128, found & MAX_UINT128);
      return found >> 128n === 0n ? [] : [{ tick, liquidityNet }];
    });
    const { feeX64, tickSpacing, range: only } = config;
    const isOne = tickSpacing === null;
    pools.push({
      ...{ id, slug: "ekubo-v3", core: lower(EKUBO_CORE), router: lower(EKUBO_ROUTER) },
      ...{ token0: tokenOfCurrency(poolKey.token0), token1: tokenOfCurrency(poolKey.token1) },
      ...{ config: poolKey.config, feeX64, tickSpacing, ...word, ticksBlock: 0, updatedBlock: 0 },
      ticks: isOne ? rangeTable(only, word.liquidity) : createTickTable(initialised),
    });
  }
  return pools;
}
