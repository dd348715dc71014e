import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { IndexedChain } from "../src/lib/chain.ts";
import { CHAINS } from "../src/lib/chains.ts";
import { dataOfChains } from "./data-of-chains.ts";

const ROOT = join(import.meta.dirname, "..");
/** What Ponder runs, apart from the files that say where it is to look. */
const ENTRIES = ["ponder.config.ts", "ponder.schema.ts", "src/protocols/**/indexing.ts"];
/**
 * Modules of deployments: addresses and start blocks by chain. Their functions call nothing that
 * they import.
 */
const DEPLOYMENTS = /\/src\/protocols\/[^/]+\/contracts\.ts$/;
/** The module of chains. */
const CHAIN_LIST = /\/src\/lib\/chains\.ts$/;
/** What of a chain an index depends on; the compiler tells when the indexer is given more. */
const INDEXED_FACTS: Readonly<Record<keyof IndexedChain, true>> = {
  ...{ chainId: true, blockTimeSeconds: true, multicall3: true, priceFeeds: true, dataFee: true },
};
/**
 * How the indexer runs, not what it writes: its settings, of which those that matter are in
 * Ponder's configuration, its log, its way to the nodes, and how the state that it begins with is
 * read, whose own digest is in that configuration too.
 */
const MEANS =
  /\/src\/(lib\/env[^/]*|lib\/rpc|lib\/http-post|lib\/logging|nodes\/.+|seed\/.+|protocols\/[^/]+\/seed|protocols\/seeds)\.ts$/;

/** All that decides what an index of some chains holds. */
export interface IndexedCode {
  /** Sixteen hexadecimal digits: others, when the same blocks may give other rows. */
  readonly digest: string;
  /** The files that were read for it, relative to the project, ascending. */
  readonly files: readonly string[];
}

/**
 * What the indexer runs for some chains: its code as far as it can be reached, without types,
 * comments and unused exports, and the data of these chains. Everything else may change without a
 * backfill: quotes, gas constants, limits, addresses on other chains.
 *
 * Ponder hashes its configuration and the files below its root alone, which import the rest.
 */
export async function indexedCode(chainIds: readonly number[]): Promise<IndexedCode> {
  const entryPoints = ENTRIES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const { outputFiles, metafile } = await build({
    ...{ absWorkingDir: ROOT, entryPoints, outdir: "out", write: false, metafile: true },
    ...{ bundle: true, format: "esm", platform: "node", target: "esnext" },
    // By name, so that no number that esbuild gives to a file goes into the text.
    ...{ minifySyntax: true, minifyWhitespace: true, treeShaking: true, splitting: false },
    external: ["ponder:*"],
    packages: "external",
    plugins: [dataPlugin(chainIds)],
    logLevel: "silent",
  });
  const hash = createHash("sha256");
  for (const { path, text } of outputFiles)
    hash.update(relative(ROOT, path)).update("\0").update(text);
  return {
    digest: hash.digest("hex").slice(0, 16),
    files: Object.keys(metafile.inputs)
      .map((name) => name.replace(/^data:/, ""))
      .sort(),
  };
}

/** Reads a module of data as what it says of the chains. */
function dataPlugin(chainIds: readonly number[]): Plugin {
  return {
    name: "data-of-chains",
    setup({ onLoad }) {
      onLoad({ filter: MEANS }, () => ({ contents: "", loader: "js" }));
      onLoad({ filter: DEPLOYMENTS }, async ({ path }) => {
        const exports = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
        return moduleOf(exports, chainIds);
      });
      onLoad({ filter: CHAIN_LIST }, () => {
        const facts = Object.keys(INDEXED_FACTS) as (keyof IndexedChain)[];
        const chains = [...CHAINS.values()].map((chain) =>
          Object.fromEntries(facts.map((fact) => [fact, chain[fact]])),
        );
        return moduleOf({ CHAINS: chains }, chainIds);
      });
    },
  };
}

/** Exports as far as they are about some chains, as a module; in one order, whoever loaded them. */
function moduleOf(exports: Readonly<Record<string, unknown>>, chainIds: readonly number[]) {
  const names = Object.keys(exports).sort();
  const lines = names.map((name) => {
    const value = exports[name];
    // As code, from which esbuild takes how it is laid out, and which it drops when nothing uses
    // it.
    if (typeof value === "function") return `export const ${name} = ${value};`;
    const text = dataOfChains(value, new Set(chainIds));
    return `export const ${name} = ${JSON.stringify(text)};`;
  });
  return { contents: lines.join("\n"), loader: "js" as const };
}
