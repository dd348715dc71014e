import { describe, expect, test } from "vitest";
import { buildChain, compilationsOf } from "../../devnet/build-chain.ts";
import { chainSpec } from "../../devnet/chains.ts";
import { CONTENTS } from "../../devnet/contents/index.ts";
import { compileContracts } from "../../devnet/solidity/contracts.ts";

describe("buildChain", () => {
  test("default", async () => {
    const contents = CONTENTS[80094];
    const compiled = await compileContracts(compilationsOf(contents));
    const options = { contents, compiled, log: () => undefined };
    const [first, second] = await Promise.all([
      buildChain(chainSpec(80094), options),
      buildChain(chainSpec(80094), options),
    ]);
    expect(first.manifest).toEqual(second.manifest);
    expect(first.manifest.pools.length).toBeGreaterThanOrEqual(15);
    expect(first.manifest.blockNumber).toBeLessThan(150);
  });
});
