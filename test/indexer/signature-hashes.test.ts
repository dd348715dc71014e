import { toFunctionHash } from "viem";
import { expect, test } from "vitest";
import { hashSignature } from "../../indexer/signature-hashes.ts";

test("default: viem's, the first time and again", () => {
  for (const signature of ["transfer(address,uint256)", "deposit()", "transfer(address,uint256)"]) {
    expect(hashSignature(signature)).toBe(toFunctionHash(`function ${signature}`));
  }
  // https://eips.ethereum.org/EIPS/eip-20
  expect(hashSignature("balanceOf(address)").slice(0, 10)).toBe("0x70a08231");
});
