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
import { buildChain } from "./build-chain.ts";
import { CHAINS } from "./chains.ts";
import { withLock } from "./lock.ts";
import { compileContracts } from "./solidity/contracts.ts";
import { stateKey } from "./state-key.ts";

/** The built state of all chains on disk. */
export interface PreparedState {
  readonly key: string;
  readonly directory: string;
  /** Whether it was built now rather than found. */
  readonly built: boolean;
}

/** Generated files of the repository; ignored by git. */
const STATES = fileURLToPath(new URL("../.weir/devnet/", import.meta.url));

/** States of other sources are kept for this long: another process may be about to load one. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Builds the state of all chains, or finds the one built before from the same sources and packages. Processes that ask at
 * the same time build once; states of other sources are removed after an hour.
 *
 * @param log Receives a line per step of a build; nothing when the state is found.
 */
export async function prepareDevnet(
  log: (line: string) => void = () => undefined,
): Promise<PreparedState> {
  const key = stateKey();
  const directory = join(STATES, key);
  if (existsSync(directory)) return { key, directory, built: false };
  mkdirSync(STATES, { recursive: true });
  return withLock(join(STATES, `${key}.lock`), async () => {
    if (existsSync(directory)) return { key, directory, built: false };
    await build(directory, log);
    return { key, directory, built: true };
  });
}

/** File that anvil loads a chain from. */
export function statePath(state: PreparedState, chainId: number): string {
  return join(state.directory, `state-${chainId}.json`);
}

/** File that says what a chain carries; read it with `readManifest`. */
export function manifestPath(state: PreparedState, chainId: number): string {
  return join(state.directory, `manifest-${chainId}.json`);
}

async function build(directory: string, log: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  removeOthers(directory);
  log("devnet: compiling contracts");
  const compiled = await compileContracts();
  const partial = `${directory}.${process.pid}.partial`;
  mkdirSync(partial, { recursive: true });
  await Promise.all(
    CHAINS.map(async (spec) => {
      const { state, manifest } = await buildChain(spec, { compiled, log });
      writeFileSync(join(partial, `state-${spec.chainId}.json`), state);
      writeFileSync(join(partial, `manifest-${spec.chainId}.json`), JSON.stringify(manifest));
      log(
        `devnet: chain ${spec.chainId} built: ${manifest.pools.length} pools, ${manifest.tokens.length} tokens, ${manifest.blockNumber} blocks`,
      );
    }),
  );
  renameSync(partial, directory);
  log(`devnet: state prepared in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** States of sources that have changed since would pile up. */
function removeOthers(directory: string): void {
  for (const name of readdirSync(STATES)) {
    const path = join(STATES, name);
    const age = Date.now() - statSync(path).mtimeMs;
    if (path !== directory && age > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
