import { describe, expect, test } from "vitest";
import { buildChain } from "../../devnet/build-chain.ts";
import { chainSpec } from "../../devnet/chains.ts";
import { compileContracts } from "../../devnet/solidity/contracts.ts";

describe("buildChain", () => {
  test("default", async () => {
    const options = { compiled: await compileContracts(), log: () => undefined };
    const [first, second] = await Promise.all([
      buildChain(chainSpec(80094), options),
      buildChain(chainSpec(80094), options),
    ]);
    expect(first.manifest).toEqual(second.manifest);
    expect(first.manifest.pools.length).toBeGreaterThanOrEqual(15);
    expect(first.manifest.blockNumber).toBeLessThan(100);
  });
});
