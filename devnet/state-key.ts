import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmVersion } from "./solidity/artifact.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Sources that the state is built from, relative to the repository. The trader acts after the start only. */
const SOURCES = [
  "devnet",
  "contracts/src",
  "contracts/build.ts",
  "src/api/program/contracts.ts",
  "src/catalog/price-feeds/feeds.ts",
];
const NOT_BUILT_FROM = ["devnet/trader/", "devnet/index.ts", "devnet/miner.ts"];

/** Packages whose bytecode or behaviour goes into the state. */
const PACKAGES = [
  "@aave/core-v3",
  "@aave/periphery-v3",
  "@balancer-labs/v2-deployments",
  "@foundry-rs/anvil",
  "@morpho-org/morpho-blue",
  "@openzeppelin/contracts",
  "@openzeppelin/contracts-v3",
  "@pancakeswap/v3-core",
  "@sushiswap/core",
  "@uniswap/liquidity-staker",
  "@uniswap/v2-core",
  "@uniswap/v2-periphery",
  "@uniswap/v3-core",
  "@uniswap/v3-periphery",
  "@uniswap/v4-periphery",
  "canonical-weth",
  "solc",
  "solc-0.6.12",
  "solc-0.8.19",
  "viem",
];

/** Names the state that the present sources and packages would build: 16 hex digits. */
export function stateKey(): string {
  const hash = createHash("sha256");
  for (const name of PACKAGES) hash.update(`${name} ${npmVersion(name)}\n`);
  for (const file of SOURCES.flatMap(sourceFiles).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

function sourceFiles(source: string): string[] {
  const path = join(ROOT, source);
  if (!existsSync(path)) return [];
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(source, name))
    .filter((file) => /\.(ts|sol|json)$/.test(file))
    .filter((file) => !NOT_BUILT_FROM.some((prefix) => file.startsWith(prefix)));
}
