import { zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { type BalancerV2Row, balancerV2Pool } from "../../../src/protocols/balancer-v2/schema.ts";
import { states as stored } from "../../../src/protocols/balancer-v2/states.ts";
import { unregistered } from "../../../src/protocols/balancer-v2/transitions.ts";
import { createDatabase } from "../database.ts";
import { metaStablePool, ratedPool, stablePool, weightedPool, yieldingPool } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

const { kind: _kind, version, yield: _yield, balances, ...of } = weightedPool;
const weighted: BalancerV2Row = {
  chainId: 1,
  ...unregistered(weightedPool.address, 10),
  ...{ poolId: of.id, slug: of.slug, vault: of.vault, kind: "weighted" },
  ...{ tokens: [...of.tokens], balances: [...balances], scales: [...of.scales] },
  ...{ weights: [...of.weights], swapFeeWad: of.swapFeeWad, protocolFeeWad: of.protocolFeeWad },
  ...{ packsFees: version === 4, totalSupply: of.supply, lastInvariant: of.lastInvariant },
};
const preminted = 2n ** 111n;
const stable: BalancerV2Row = {
  ...weighted,
  ...{ address: stablePool.address, poolId: stablePool.id, kind: "stable" },
  tokens: [stablePool.address, ...stablePool.tokens],
  balances: [preminted, ...stablePool.balances],
  scales: [1n, ...stablePool.scales],
  weights: [],
  totalSupply: stablePool.supply + preminted,
  ...{ swapFeeWad: stablePool.swapFeeWad, lastInvariant: stablePool.lastInvariant },
  ...{ lastAmp: 2_000_000n, ampStartValue: 2_000_000n, ampEndValue: 2_000_000n },
  ...{ ampStartTime: 1n, ampEndTime: 1n, updatedBlock: 20 },
};
const unknown: BalancerV2Row = {
  ...weighted,
  ...{ address: "0x00000000000000000000000000000000000000b3", kind: null },
};
const earned = yieldingPool.yield;
const yielding: BalancerV2Row = {
  ...weighted,
  ...{ address: yieldingPool.address, poolId: yieldingPool.id, updatedBlock: 5 },
  rateProviders: ["0x00000000000000000000000000000000000000f1", zeroAddress],
  liveRates: [earned?.rates[0] ?? 0n, 0n],
  ...{ athRateProduct: earned?.athRateProduct ?? 0n, yieldFeeWad: earned?.feeWad ?? 0n },
};
const rated: BalancerV2Row = {
  ...stable,
  ...{ address: "0x00000000000000000000000000000000000000b5", poolId: "0xb5", updatedBlock: 5 },
  tokens: ["0x00000000000000000000000000000000000000b5", ...ratedPool.tokens],
  rates: [0n, ...ratedPool.rates.map((one) => one?.kept ?? 0n)],
  oldRates: [0n, ...ratedPool.rates.map((one) => one?.old ?? 0n)],
  liveRates: [0n, ...ratedPool.rates.map((one) => one?.live ?? 0n)],
  rateDurations: [0n, ...ratedPool.rates.map((one) => one?.duration ?? 0n)],
  rateExpiries: [0n, ...ratedPool.rates.map((one) => one?.expires ?? 0n)],
  yieldExempt: [false, ...ratedPool.rates.map((one) => one?.isExempt ?? false)],
  yieldFeeWad: ratedPool.yieldFeeWad,
};
const [rate] = metaStablePool.rates;
const metaStable: BalancerV2Row = {
  ...rated,
  ...{ address: metaStablePool.address, poolId: metaStablePool.id, paysTokens: true },
  ...{ tokens: [...metaStablePool.tokens], balances: [...metaStablePool.balances] },
  ...{ scales: [...metaStablePool.scales], totalSupply: metaStablePool.supply },
  ...{ lastInvariant: metaStablePool.lastInvariant, oldRates: [1n, 1n], yieldFeeWad: 0n },
  rateProviders: ["0x00000000000000000000000000000000000000f1", zeroAddress],
  ...{ rates: [rate?.kept ?? 0n, 0n], liveRates: [rate?.live ?? 0n, 0n] },
  ...{ rateDurations: [rate?.duration ?? 0n, 0n], rateExpiries: [rate?.expires ?? 0n, 0n] },
  yieldExempt: [],
};
const worthless: BalancerV2Row = {
  ...metaStable,
  ...{ address: "0x00000000000000000000000000000000000000b8", poolId: "0xb8", rates: [0n, 0n] },
};

beforeAll(async () => {
  database = await createDatabase([balancerV2Pool]);
  await database.db
    .insert(balancerV2Pool)
    .values([weighted, stable, unknown, yielding, rated, metaStable, worthless]);
});

afterAll(() => database.close());

async function loadedIds(sinceBlock: number, ids: readonly string[] = []): Promise<string[]> {
  const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock, ids });
  return states.map(({ id }) => id).sort();
}

describe("states", () => {
  test("default: states without the pool's own share, and none that is not known to the wei", async () => {
    const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock: -1, ids: [] });
    expect(states).toEqual([
      { ...weightedPool, updatedBlock: 10 },
      { ...stablePool, updatedBlock: 20 },
      { ...yieldingPool, updatedBlock: 5 },
      { ...ratedPool, id: "0xb5", address: rated.address, updatedBlock: 5 },
      { ...metaStablePool, updatedBlock: 5 },
    ]);
  });

  test("behavior: only rows after sinceBlock, and those asked for by id", async () => {
    expect(await loadedIds(10)).toEqual([stablePool.id]);
    expect(await loadedIds(20)).toEqual([]);
    expect(await loadedIds(20, [weightedPool.id, "0xff"])).toEqual([weightedPool.id]);
    expect(await loadedIds(10, [weightedPool.id, stablePool.id])).toHaveLength(2);
  });
});
