import { join } from "node:path";
import { expect, test } from "vitest";
import { chainSpec } from "../../../devnet/chains.ts";
import { sourceFiles } from "../../../devnet/state-key.ts";
import { indexedCode } from "../../../indexer/digest.ts";
import { indexedFiles, indexFacts } from "../../../scripts/start/index-facts.ts";
import { readEnvironment } from "../../../src/lib/env.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CHAIN_IDS = [1, 80_094];

test("indexedFiles: all that the indexer runs, and that the chains are built from", async () => {
  const files = new Set(indexedFiles(ROOT));
  const { files: run } = await indexedCode(CHAIN_IDS);
  const built = CHAIN_IDS.flatMap((chainId) => sourceFiles(chainSpec(chainId).chainId));
  expect([...run, ...built].filter((file) => !files.has(file))).toEqual([]);
});

test("indexFacts: of settings, those that rows may depend on", () => {
  const facts = (env: Readonly<Record<string, string>>) =>
    indexFacts(ROOT, CHAIN_IDS, readEnvironment(env));
  const own = facts({});
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  expect(facts({ PORT: "1234", DEVNET_PORT_1: "2345", WEIR_DATA_DIR: "/elsewhere" })).toBe(own);
  for (const env of [{ HISTORY: "off" }, { MAX_POOL_TICKS: "7" }]) {
    expect(facts(env)).not.toBe(own);
  }
  expect(indexFacts(ROOT, [1], readEnvironment({}))).not.toBe(own);
});
