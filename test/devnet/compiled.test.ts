import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { keptContracts } from "../../contracts/build.ts";
import { COMPILATIONS, type CompilationName } from "../../devnet/solidity/compilations.ts";
import { keptCompilation } from "../../devnet/solidity/contracts.ts";

const keyIn = (file: string): string => JSON.parse(readFileSync(file, "utf8")).key;
const REMEDY = "run npm run build:contracts and commit what it writes";

describe("what is compiled in the repository", () => {
  test("behavior: the contracts are of the present sources", async () => {
    const { file, key } = await keptContracts();
    expect(keyIn(file), REMEDY).toBe(key);
  });

  test.each(
    Object.keys(COMPILATIONS) as CompilationName[],
  )("behavior: the devnet's %s is of the present sources", (name) => {
    const { file, key } = keptCompilation(name);
    expect(keyIn(file), REMEDY).toBe(key);
  });
});
