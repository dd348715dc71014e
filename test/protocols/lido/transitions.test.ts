import { describe, expect, test } from "vitest";
import { currentStakeLimit } from "../../../src/protocols/lido/stake-limit.ts";
import {
  changed,
  EMPTY,
  type LidoFacts,
  type LidoLog,
} from "../../../src/protocols/lido/transitions.ts";

/** Facts after logs, each in a block of its own from 10 on. */
function folded(...logs: readonly LidoLog[]): LidoFacts {
  let facts = EMPTY;
  for (const [i, log] of logs.entries()) facts = { ...facts, ...changed(facts, log, 10 + i) };
  return facts;
}

const limit: LidoLog = {
  eventName: "StakingLimitSet",
  args: { maxStakeLimit: 1_000n, stakeLimitIncreasePerBlock: 3n },
};

describe("changed", () => {
  test("default: the first deposit is one to one, later ones at the rate", () => {
    const first = folded({ eventName: "Submitted", args: { amount: 100n } });
    expect(first).toMatchObject({ internalEther: 100n, internalShares: 100n });
    const grown: LidoFacts = { ...first, internalEther: 150n };
    const second = changed(grown, { eventName: "Submitted", args: { amount: 10n } }, 11);
    expect(second).toMatchObject({ internalEther: 160n, internalShares: 106n });
  });

  test("behavior: a report states totals, then Lido's own part", () => {
    const facts = folded(
      {
        eventName: "TokenRebased",
        args: {
          ...{ reportTimestamp: 172_800n, timeElapsed: 86_400n },
          ...{ preTotalShares: 100n, preTotalEther: 110n },
          ...{ postTotalShares: 101n, postTotalEther: 112n },
        },
      },
      {
        eventName: "InternalShareRateUpdated",
        args: { postInternalShares: 91n, postInternalEther: 101n },
      },
    );
    expect(facts).toMatchObject({
      ...{ internalShares: 91n, internalEther: 101n },
      ...{ sinceTimestamp: 86_400, latestTimestamp: 172_800 },
      sincePrice: 11n * 10n ** 26n,
    });
  });

  test("behavior: a limit keeps what was left unless staking was paused", () => {
    const resumed: LidoLog = { eventName: "StakingResumed" };
    const paused: LidoLog = { eventName: "StakingPaused" };
    const submitted: LidoLog = { eventName: "Submitted", args: { amount: 400n } };
    const used = folded(resumed, limit, submitted);
    expect(used).toMatchObject({ growthBlocks: 333n, prevStakeLimit: 600n, prevStakeBlock: 12 });
    expect(folded(resumed, limit, submitted, limit)).toMatchObject({
      ...{ prevStakeLimit: 600n, prevStakeBlock: 13 },
    });
    expect(folded(resumed, limit, submitted, paused, limit)).toMatchObject({
      ...{ prevStakeLimit: 1_000n, prevStakeBlock: 0 },
    });
    expect(folded(resumed, limit, { eventName: "StakingLimitRemoved" }).maxStakeLimit).toBe(0n);
  });

  test("behavior: burnt shares of vaults give the limit back, other burns do not", () => {
    const facts = folded({ eventName: "StakingResumed" }, limit, {
      eventName: "Submitted",
      args: { amount: 100n },
    });
    const burn = (preRebaseTokenAmount: bigint, postRebaseTokenAmount: bigint) =>
      changed(
        facts,
        { eventName: "SharesBurnt", args: { preRebaseTokenAmount, postRebaseTokenAmount } },
        12,
      );
    expect(burn(150n, 150n)).toMatchObject({ prevStakeLimit: 1_050n });
    expect(burn(150n, 151n)).toEqual({});
  });
});

describe("currentStakeLimit", () => {
  const state = { maxStakeLimit: 1_000n, growthBlocks: 333n, prevStakeBlock: 12 };

  test("default: comes back by block up to the maximum", () => {
    const used = { ...state, prevStakeLimit: 600n };
    const limits = [12n, 13n, 146n, 1_000n].map((block) => currentStakeLimit(used, block));
    expect(limits).toEqual([600n, 603n, 1_000n, 1_000n]);
  });

  test("behavior: what is above the maximum shrinks to it", () => {
    const above = { ...state, prevStakeLimit: 1_010n };
    const limits = [12n, 13n, 16n].map((block) => currentStakeLimit(above, block));
    expect(limits).toEqual([1_010n, 1_007n, 1_000n]);
  });
});
