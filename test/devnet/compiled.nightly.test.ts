import { expect, test } from "vitest";
import { compileAnew, compileContracts } from "../../devnet/solidity/contracts.ts";

test("behavior: what the repository has of the devnet's contracts is what compilers make", async () => {
  expect(await compileContracts()).toEqual(Object.fromEntries(await compileAnew()));
});
