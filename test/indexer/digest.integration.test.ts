import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { indexedCode } from "../../indexer/digest.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("indexedCode", () => {
  test("behavior: the same in the indexer as here, where Vite has changed the text of functions", async () => {
    const chainIds = [1, 8453, 80_094];
    const args = ["scripts/index-digest.ts", ...chainIds.map(String)];
    const printed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    const digests = await Promise.all(chainIds.map((chainId) => indexedCode([chainId])));
    const lines = chainIds.map((chainId, i) => `${chainId} ${digests[i]?.digest}\n`);
    expect(printed).toBe(lines.join(""));
  });
});
