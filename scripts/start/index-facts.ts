import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../src/lib/env.ts";

/** What is indexed and by what: chains as they are prepared, and code. */
const PATTERNS = [
  ...["package-lock.json", "ponder.*.ts", "abis/**/*.{json,ts}", "contracts/{src,seed}/**/*.sol"],
  ...["contracts/*.{cjs,json,ts}", "devnet/**/*.{json,ts,cjs,sol}", "indexer/**/*.{json,ts}"],
  ...["src/{catalog,lib,nodes,protocols,seed}/**/*.{json,ts}", "src/api/program/contracts.ts"],
];
/** What no row of an index depends on. Any other setting may matter. */
const NOT_INDEXED: ReadonlySet<string> = new Set<keyof Environment>([
  ...(["chains", "databaseUrl", "readerUrl", "dataDirectory", "host", "port"] as const),
  ...(["publicUrl", "logLevel", "protection", "devnetPorts", "apiProcesses"] as const),
]);

/** Files that an index of the devnet as it is prepared may depend on, ascending. */
export function indexedFiles(root: string): readonly string[] {
  // Ponder writes one of types at its first start.
  return globSync(PATTERNS, { cwd: root, exclude: ["**/*.d.ts"] }).sort();
}

/**
 * What decides what an index of the devnet's chains holds, as they are prepared: 64 hexadecimal
 * digits. All files are taken whole, as it takes a second to tell which parts matter.
 *
 * @param root The project.
 */
export function indexFacts(
  root: string,
  chainIds: readonly number[],
  environment: Environment,
): string {
  const settings = Object.entries(environment).filter(([name]) => !NOT_INDEXED.has(name));
  const starts = chainIds.map((chainId) => process.env[`PONDER_START_BLOCK_${chainId}`] ?? null);
  const hash = createHash("sha256").update(JSON.stringify([chainIds, starts, settings]));
  for (const file of indexedFiles(root)) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}
