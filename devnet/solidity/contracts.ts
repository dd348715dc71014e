import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Artifact, npmText } from "./artifact.ts";
import { compileSolidity } from "./compile.ts";

const CONTRACTS = fileURLToPath(new URL("../contracts/", import.meta.url));
const SUSHISWAP = "@sushiswap/core/contracts/uniswapv2/";

/** What the devnet compiles itself, by contract name. */
export interface CompiledContracts {
  readonly own: Readonly<Record<string, Artifact>>;
  /** SushiSwap V2: the package ships sources only. */
  readonly sushiswap: Readonly<Record<string, Artifact>>;
}

/** Compiles the devnet's own contracts and SushiSwap V2, side by side. Takes a few seconds. */
export async function compileContracts(): Promise<CompiledContracts> {
  const [own, sushiswap] = await Promise.all([
    compileSolidity({ compiler: "solc", sources: ownSources(), optimizerRuns: 200 }),
    compileSolidity({ compiler: "solc-0.6.12", sources: sushiswapSources(), optimizerRuns: 5_000 }),
  ]);
  return { own, sushiswap };
}

function ownSources(): Record<string, string> {
  const files = readdirSync(CONTRACTS, { recursive: true, withFileTypes: true });
  const sources: Record<string, string> = {};
  for (const file of files) {
    if (!file.isFile() || !file.name.endsWith(".sol")) continue;
    const path = join(file.parentPath, file.name);
    sources[relative(CONTRACTS, path)] = readFileSync(path, "utf8");
  }
  return sources;
}

/** The factory and router with all they import. */
function sushiswapSources(): Record<string, string> {
  const sources: Record<string, string> = {};
  const pending = ["UniswapV2Factory.sol", "UniswapV2Router02.sol"];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (sources[name] !== undefined) continue;
    const source = npmText(SUSHISWAP + name);
    sources[name] = source;
    for (const [, path] of source.matchAll(/import\s+['"]([^'"]+)['"]/g)) {
      if (path !== undefined) pending.push(join(dirname(name), path));
    }
  }
  return sources;
}
