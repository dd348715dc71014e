import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Artifact, artifactSchema, npmText, npmVersion } from "./artifact.ts";
import { type CompileJob, compileSolidity } from "./compile.ts";

const CONTRACTS = fileURLToPath(new URL("../contracts/", import.meta.url));
const CACHE = fileURLToPath(new URL("../../.weir/cache/", import.meta.url));
const SUSHISWAP = "@sushiswap/core/contracts/uniswapv2/";

const artifactsSchema = z.record(z.string(), artifactSchema);

/** What the devnet compiles itself, by contract name. */
export interface CompiledContracts {
  readonly own: Readonly<Record<string, Artifact>>;
  /** SushiSwap V2: the package ships sources only. */
  readonly sushiswap: Readonly<Record<string, Artifact>>;
}

/**
 * Compiles the devnet's own contracts and SushiSwap V2, side by side, or takes what was compiled before from the same sources.
 * Takes a few seconds the first time.
 */
export async function compileContracts(): Promise<CompiledContracts> {
  const [own, sushiswap] = await Promise.all([
    compileCached({ compiler: "solc", sources: ownSources(), optimizerRuns: 200 }),
    compileCached({ compiler: "solc-0.6.12", sources: sushiswapSources(), optimizerRuns: 5_000 }),
  ]);
  return { own, sushiswap };
}

async function compileCached(job: CompileJob): Promise<Readonly<Record<string, Artifact>>> {
  const version = npmVersion(job.compiler);
  const key = createHash("sha256")
    .update(JSON.stringify([version, job]))
    .digest("hex")
    .slice(0, 16);
  const file = join(CACHE, `devnet-${job.compiler}-${key}.json`);
  if (existsSync(file)) return artifactsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const artifacts = await compileSolidity(job);
  mkdirSync(CACHE, { recursive: true });
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(artifacts));
  renameSync(partial, file);
  return artifacts;
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
