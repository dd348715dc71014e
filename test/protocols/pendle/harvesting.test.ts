import { describe, expect, test } from "vitest";
import { accountActions } from "../../../src/protocols/pendle/harvesting.ts";
import { expired, market, wrapper } from "./sample.ts";

describe("accountActions", () => {
  const [ofSy, pendle] = market.rewardTokens;

  test("default: liquidity pays all rewards, YT interest and those of SY", () => {
    const [ofLiquidity, ofYt] = accountActions(market);
    expect(ofLiquidity).toMatchObject({
      ...{ verb: "harvest", tokenIn: market.address, tokensOut: [ofSy, pendle] },
      operation: { target: market.address },
    });
    expect(ofYt).toMatchObject({
      ...{ verb: "harvest", tokenIn: market.yt, tokensOut: [market.sy, ofSy] },
      operation: { target: market.yt },
    });
  });

  test("behavior: both also when the expiry is over, and a reward that is SY is paid once", () => {
    expect(accountActions(expired).map(({ tokenIn }) => tokenIn)).toEqual([
      ...[expired.address, expired.yt],
    ]);
    const own = { ...market, rewardTokens: [market.sy, market.pt] };
    expect(accountActions(own)[1]?.tokensOut).toEqual([market.sy]);
  });

  test("behavior: nothing of SYs, nor of liquidity whose rewards are not known", () => {
    expect(accountActions(wrapper)).toEqual([]);
    const unknown = accountActions({ ...market, rewardTokens: [] });
    expect(unknown.map(({ tokenIn }) => tokenIn)).toEqual([market.yt]);
  });
});
