import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { type Artifact, pickArtifact } from "../../devnet/solidity/artifact.ts";
import { compileSolidity } from "../../devnet/solidity/compile.ts";
import { packageText } from "./dependencies.ts";

const VAULT = "contracts/Vault.sol";

/** Compiles the ERC-4626 vault that a case deposits into. */
export async function compileVault(): Promise<Artifact> {
  const sources: Record<string, string> = {
    [VAULT]: readFileSync(new URL(VAULT, import.meta.url), "utf8"),
  };
  const pending = importsOf(VAULT, sources[VAULT] ?? "");
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (sources[path] !== undefined) continue;
    const source = packageText(path);
    sources[path] = source;
    pending.push(...importsOf(path, source));
  }
  return pickArtifact(
    await compileSolidity({ compiler: "solc", sources, optimizerRuns: 200 }),
    "Vault",
  );
}

function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(/^import [^"]*"([^"]+)";/gm)].flatMap(([, target]) =>
    target === undefined
      ? []
      : [target.startsWith(".") ? posix.join(posix.dirname(path), target) : target],
  );
}
