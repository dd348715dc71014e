import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmVersion } from "../contracts/packages.ts";
import { compilationsOf } from "./build-chain.ts";
import type { ChainSpec } from "./chains.ts";
import { CONTENTS } from "./contents/index.ts";
import { jobOf } from "./solidity/contracts.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

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

/**
 * Names the state that the present sources and packages would build for a chain: 16 hex digits.
 * Sources are all that its contents and the builder import, Solidity included; another chain's
 * protocols are not among them.
 */
export function stateKey(chainId: ChainSpec["chainId"]): string {
  const hash = createHash("sha256");
  for (const name of PACKAGES) hash.update(`${name} ${npmVersion(name)}\n`);
  for (const file of sourceFiles(chainId)) {
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  }
  for (const name of compilationsOf(CONTENTS[chainId])) {
    hash.update(JSON.stringify(jobOf(name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Files that a chain is built from, without Solidity of the devnet's, relative to the repository.
 */
export function sourceFiles(chainId: ChainSpec["chainId"]): readonly string[] {
  const roots = ["devnet/build-chain.ts", `devnet/contents/chain-${chainId}.ts`];
  const files = new Set([...roots, `devnet/data/tokens-${chainId}.json`]);
  // A set is walked to what is added meanwhile.
  for (const file of files) {
    if (!file.endsWith(".ts")) continue;
    for (const named of filesNamedIn(file)) files.add(named);
  }
  const contracts = readdirSync(join(ROOT, "contracts/src"), { recursive: true, encoding: "utf8" });
  for (const name of contracts) if (name.endsWith(".sol")) files.add(`contracts/src/${name}`);
  return [...files].sort();
}

/** Files that a source imports or reads, as far as it names them whole. */
function filesNamedIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/"(\.{1,2}\/[^"]+\.(?:ts|cjs|json))"/g)].map(([, path = ""]) =>
    join(dirname(file), path).replaceAll("\\", "/"),
  );
}
