import { describe, expect, test } from "vitest";
import { earliestBlockOf } from "../../../../src/api/chain/past/earliest-block.ts";
import { PROTOCOLS } from "../../../../src/protocols/index.ts";

describe("earliestBlockOf", () => {
  test("default: the earliest start of the chain's deployments", () => {
    // Uniswap V2's factory is the oldest of what is indexed on mainnet; WETH is older and has no
    // events to index.
    const starts = PROTOCOLS.flatMap(({ deployments }) =>
      deployments.flatMap(({ chains }) => chains[1]?.startBlock ?? []),
    );
    const earliest = earliestBlockOf(PROTOCOLS, { chainId: 1, startBlock: null });
    expect(starts).toContain(earliest);
    expect(starts.every((start) => start >= earliest)).toBe(true);
  });

  test("behavior: the environment's start block wins", () => {
    expect(earliestBlockOf(PROTOCOLS, { chainId: 1, startBlock: 19_000_000 })).toBe(19_000_000);
    expect(earliestBlockOf([], { chainId: 1, startBlock: null })).toBe(0);
  });
});
