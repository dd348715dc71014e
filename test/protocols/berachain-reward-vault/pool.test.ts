import { describe, expect, test } from "vitest";
import { MAX_UINT256 } from "../../../src/lib/math.ts";
import { BGT_VALUE } from "../../../src/protocols/berachain-reward-vault/contracts.ts";
import { berachainRewardVault } from "../../../src/protocols/berachain-reward-vault/index.ts";
import {
  apy,
  edges,
  maxIn,
  positions,
  quote,
} from "../../../src/protocols/berachain-reward-vault/pool.ts";
import {
  created,
  rewarded,
  staked,
  withdrawn,
} from "../../../src/protocols/berachain-reward-vault/transitions.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { samples, vault } from "./sample.ts";

const at = { number: 2n, timestamp: 12n };
const edge: Edge = { action: "deposit", tokenIn: vault.stakeToken, tokenOut: vault.address };

describe("edges", () => {
  test("default: staking, also while paused", () => {
    expect(edges(vault)).toEqual([edge]);
    expect(edges({ ...vault, isPaused: true })).toEqual([edge]);
  });
});

describe("quote", () => {
  test("default: one to one", () => {
    const quoted = quote(vault, edge, 7n);
    expect(quoted).toMatchObject({ ok: true, amountOut: 7n });
    expect(quoted.ok && quoted.next).toEqual({ ...vault, totalSupply: vault.totalSupply + 7n });
  });

  test("error: amount-too-small", () => {
    expect(quote(vault, edge, 0n)).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("error: insufficient-liquidity", () => {
    const most = maxIn(vault, edge);
    expect(most).toBe(MAX_UINT256 - vault.totalSupply);
    expect(quote(vault, edge, most).ok).toBe(true);
    const reason = "insufficient-liquidity";
    expect(quote(vault, edge, most + 1n)).toEqual({ ok: false, reason });
  });

  test("error: paused", () => {
    const paused = { ...vault, isPaused: true };
    expect(maxIn(paused, edge)).toBe(0n);
    expect(quote(paused, edge, 1n)).toEqual({ ok: false, reason: "paused" });
  });
});

describe("positions", () => {
  test("default: vaults of BEX are for delegate calls alone", () => {
    expect(samples.map((sample) => positions(sample).map((each) => each.delegateOnly))).toEqual([
      [true],
      [false],
    ]);
    expect(positions(vault)).toMatchObject([{ key: vault.address, id: null, credits: "caller" }]);
  });
});

describe("accountActions", () => {
  test("default", () => {
    const actions = berachainRewardVault.accountActions?.(vault) ?? [];
    expect(actions.map(({ verb, tokensOut }) => [verb, tokensOut])).toEqual([
      ["withdraw", [vault.stakeToken]],
      ["harvest", [vault.rewardToken]],
    ]);
  });
});

describe("apy", () => {
  const usd = (token: string) => (token === BGT_VALUE ? 4e-18 : 2e-18);

  test("default: rewards of a year over stakes", () => {
    const perYear = (5_000 * 365) / 7;
    const expected = (100 * perYear * 4) / (1_000_000 * 2);
    expect(apy(vault, vault.address, { at, usd })).toBeCloseTo(expected, 6);
  });

  test("behavior: 0 after the rewards ended, and without stakes or prices", () => {
    const late = { number: 9n, timestamp: 1_000_000n };
    expect(apy(vault, vault.address, { at: late, usd })).toBe(0);
    expect(apy({ ...vault, totalSupply: 0n }, vault.address, { at, usd })).toBe(0);
    expect(apy(vault, vault.address, { at, usd: () => null })).toBe(0);
  });
});

describe("transitions", () => {
  test("default: rewards wait for the first stake, and the rest for the next after the last", () => {
    const waiting = rewarded(created(), 604_800n * 10n, 100);
    expect(waiting).toMatchObject({ rewardRateWad: 0n, undistributedWad: 6_048_000n });
    const begun = staked(waiting, 5n, 200);
    expect(begun).toMatchObject({ rewardRateWad: 10n, periodFinish: 605_000, totalSupply: 5n });
    const left = withdrawn(begun, 5n, 604_990);
    expect(left).toMatchObject({ totalSupply: 0n, undistributedWad: 100n });
    expect(withdrawn(begun, 5n, 605_001)).toMatchObject({ undistributedWad: 0n });
  });
});
