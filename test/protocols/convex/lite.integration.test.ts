import { encodeFunctionData, multicall3Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { convex } from "../../../src/protocols/convex/index.ts";
import { FULL_WEIGHT_BPS, mintedDown } from "../../../src/protocols/convex/minting.ts";
import { readPools } from "../../../src/protocols/convex/reading.ts";
import { mineAfter, type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { auraLite, BOOKED, LITE, LITE_CHAIN } from "./lite.ts";
import { read } from "./read.ts";
import { balanceOf } from "./shake.ts";

const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const DAY = 86_400;

let chain: ProtocolChain;
beforeAll(async () => {
  chain = await startProtocolChain({ chainId: LITE_CHAIN, protocols: [auraLite] });
}, 240_000);
afterAll(() => chain?.stop());

const aggregate: Aggregate = (calls) =>
  chain.client.readContract({
    ...{ abi: multicall3Abi, address: MULTICALL3, functionName: "aggregate3", args: [calls] },
  });

async function onlyPool() {
  const [pool, ...others] = await read(chain.client, LITE_CHAIN);
  if (pool === undefined || others.length > 0) throw new Error("There is another pool.");
  return pool;
}

describe("Aura where a coordinator pays AURA", () => {
  test("default: its pools are read at the coordinator's rate", async () => {
    const pool = await onlyPool();
    const { staked, isShutdown, rewards } = pool;
    expect(await readPools(aggregate, LITE, [pool])).toEqual([{ staked, isShutdown, rewards }]);
    const [bal, aura] = rewards;
    if (bal === undefined || aura === undefined) throw new Error("There is no reward.");
    expect(aura.token).toBe(LITE.mintedToken);
    const rate = (BOOKED.aura * 10n ** 18n) / BOOKED.bal;
    expect(aura.rate).toBe((bal.rate * rate) / 10n ** 18n);
    expect(aura.rate).toBeGreaterThan(bal.rate);
  });

  test("behavior: harvests pay AURA at the rate that the last one left", async () => {
    const { rewardToken, mintedToken, minting } = LITE;
    let left = BOOKED;
    for (let day = 0; day < 3; day++) {
      await mineAfter(chain, DAY);
      const action = convex.accountActions?.(await onlyPool())[1];
      if (!action?.operation.function) throw new Error("There is no harvest.");
      const { target, function: getReward } = action.operation;
      const before = [await balanceOf(chain, rewardToken), await balanceOf(chain, mintedToken)];
      const data = encodeFunctionData({ abi: [getReward], args: [OPERATOR, true] });
      chain.builder.queue({ to: target, data, gas: 3_000_000n, label: "harvest" });
      await chain.builder.flush();
      const bal = (await balanceOf(chain, rewardToken)) - (before[0] ?? 0n);
      const aura = (await balanceOf(chain, mintedToken)) - (before[1] ?? 0n);
      const measure = (left.aura * 10n ** 18n) / left.bal;
      expect(aura).toBe(mintedDown(minting, bal, { measure, weightBps: FULL_WEIGHT_BPS }));
      expect(bal).toBeGreaterThan(10n ** 18n);
      left = { bal: left.bal - bal, aura: left.aura - aura };
    }
  });
});
