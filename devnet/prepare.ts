import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildChain, compilationsOf } from "./build-chain.ts";
import { CHAINS, type ChainSpec, chainSpec } from "./chains.ts";
import { CONTENTS } from "./contents/index.ts";
import { withLock } from "./lock.ts";
import { compileContracts } from "./solidity/contracts.ts";
import { stateKey } from "./state-key.ts";

/** Built states on disk. */
export interface PreparedState {
  /** Where each chain's state is, by chain id. */
  readonly directories: ReadonlyMap<number, string>;
  /** Whether any was built now rather than found. */
  readonly built: boolean;
}

/** Generated files of the repository; ignored by git. */
const STATES = fileURLToPath(new URL("../.weir/devnet/", import.meta.url));

/** States of other sources are kept for this long: another process may be about to load one. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Builds the states of chains, or finds those built before from the same sources and packages.
 * Processes that ask at the same time build once; states of other sources are removed after an
 * hour.
 *
 * @param log Receives a line per step of a build; nothing when the states are found.
 * @param chainIds Absent: all.
 */
export async function prepareDevnet(
  log: (line: string) => void = () => undefined,
  chainIds: readonly number[] = CHAINS.map(({ chainId }) => chainId),
): Promise<PreparedState> {
  const specs = chainIds.map(chainSpec);
  const directories = new Map(
    specs.map(({ chainId }) => [chainId, join(STATES, `${chainId}-${stateKey(chainId)}`)] as const),
  );
  const missing = () => specs.filter(({ chainId }) => !existsSync(directories.get(chainId) ?? ""));
  if (missing().length === 0) return { directories, built: false };
  mkdirSync(STATES, { recursive: true });
  return withLock(join(STATES, "build.lock"), async () => {
    const specsToBuild = missing();
    if (specsToBuild.length > 0) await build(specsToBuild, directories, log);
    return { directories, built: specsToBuild.length > 0 };
  });
}

/** File that anvil loads a chain from. */
export function statePath(state: PreparedState, chainId: number): string {
  return join(directoryOf(state, chainId), "state.json");
}

/** File that says what a chain carries; read it with `readManifest`. */
export function manifestPath(state: PreparedState, chainId: number): string {
  return join(directoryOf(state, chainId), "manifest.json");
}

function directoryOf({ directories }: Pick<PreparedState, "directories">, chainId: number): string {
  const directory = directories.get(chainId);
  if (directory === undefined)
    throw new Error(`Chain ${chainId} was not prepared; name it to prepareDevnet.`);
  return directory;
}

async function build(
  specs: readonly ChainSpec[],
  directories: PreparedState["directories"],
  log: (line: string) => void,
): Promise<void> {
  const startedAt = Date.now();
  removeOthers(new Set(directories.values()));
  const ids = specs.map(({ chainId }) => chainId).join(" and ");
  log(`devnet: building chains ${ids}`);
  const names = specs.flatMap(({ chainId }) => compilationsOf(CONTENTS[chainId]));
  const compiled = await compileContracts(names);
  await Promise.all(
    specs.map(async (spec) => {
      const { chainId } = spec;
      const contents = CONTENTS[chainId];
      const { state, manifest } = await buildChain(spec, { contents, compiled, log });
      const directory = directoryOf({ directories }, chainId);
      const partial = `${directory}.${process.pid}.partial`;
      mkdirSync(partial, { recursive: true });
      writeFileSync(join(partial, "state.json"), state);
      writeFileSync(join(partial, "manifest.json"), JSON.stringify(manifest));
      renameSync(partial, directory);
      log(
        `devnet: chain ${chainId} built: ${manifest.pools.length} pools, ${manifest.tokens.length} tokens, ${manifest.blockNumber} blocks`,
      );
    }),
  );
  log(`devnet: state prepared in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** States of sources that have changed since would pile up. */
function removeOthers(kept: ReadonlySet<string>): void {
  for (const name of readdirSync(STATES)) {
    const path = join(STATES, name);
    const age = Date.now() - statSync(path).mtimeMs;
    if (!kept.has(path) && age > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
