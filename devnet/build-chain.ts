import { gunzipSync } from "node:zlib";
import { hexToBytes } from "viem";
import { startAnvil } from "./anvil.ts";
import { createBuilder } from "./builder.ts";
import { type ChainSpec, GENESIS_TIMESTAMP } from "./chains.ts";
import type { ChainContents } from "./contents/contents.ts";
import type { Manifest } from "./manifest.ts";
import { seedMarket } from "./market/seed.ts";
import { MARKET_MAKER } from "./protocols/market-maker.ts";
import { deployWeir } from "./protocols/weir.ts";
import { asHex, type Rpc } from "./rpc.ts";
import { addEmptyBlocks } from "./settling-blocks.ts";
import type { CompilationName } from "./solidity/compilations.ts";
import type { CompiledContracts } from "./solidity/contracts.ts";
import { type DumpedState, parseState, slimState } from "./state-file.ts";

/** A built chain: what anvil loads, and what the chain carries. */
export interface BuiltChain {
  /** Contents of the state file: accounts, blocks, transactions and logs. */
  readonly state: string;
  readonly manifest: Manifest;
}

/**
 * Empty blocks at the end, so that Ponder counts what happened as final and indexes it as a batch:
 * block by block, as it does with what may be reorganised, takes twenty times as long.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442da/packages/core/src/utils/finality.ts
 */
const SETTLING_BLOCKS = 65;

export interface BuildOptions {
  readonly contents: ChainContents;
  /** What `compilationsOf` names. */
  readonly compiled: CompiledContracts;
  readonly log: (line: string) => void;
  /** Number of the first block; 0 when absent. */
  readonly firstBlock?: number;
}

/** What a chain has to have compiled. */
export function compilationsOf({ venues, others }: ChainContents): readonly CompilationName[] {
  return [...venues, ...others].flatMap(({ compilations = [] }) => compilations);
}

/** Builds a chain from nothing on a node of its own; the same sources give the same blocks. */
export async function buildChain(spec: ChainSpec, options: BuildOptions): Promise<BuiltChain> {
  // A state that is kept for each block is a copy of all accounts.
  const args = ["--no-mining", "--prune-history", "1", "--timestamp", String(GENESIS_TIMESTAMP)];
  if (options.firstBlock !== undefined) args.push("--number", String(options.firstBlock));
  const anvil = await startAnvil({ chainId: spec.chainId, args });
  try {
    await anvil.rpc.request("anvil_setBlockTimestampInterval", [spec.blockTimeSeconds]);
    const contents = await populate(spec, options, anvil.rpc);
    const state = await dumpState(anvil.rpc);
    slimState(state);
    const blocks = { count: SETTLING_BLOCKS, intervalSeconds: spec.blockTimeSeconds };
    const { number, hash } = addEmptyBlocks(state, blocks);
    const manifest = { blockNumber: number, blockHash: hash, ...contents };
    return { manifest, state: JSON.stringify(state) };
  } finally {
    await anvil.stop();
  }
}

async function populate(
  spec: ChainSpec,
  options: BuildOptions,
  rpc: Rpc,
): Promise<Omit<Manifest, "blockNumber" | "blockHash">> {
  const { contents, compiled, log } = options;
  const builder = createBuilder(spec, rpc);
  const tokens = contents.tokens();
  const context = { builder, tokens, compiled };
  for (const protocol of contents.venues) await protocol.deploy(context);
  const { pools, fill } = await seedMarket(builder, contents.plan(tokens), tokens);
  for (const protocol of contents.others) await protocol.deploy(context);
  for (const protocol of [...contents.venues, ...contents.others]) {
    await protocol.seed?.({ ...context, pools });
  }
  const tail = await contents.seedTail?.(context);
  await deployWeir(builder, log);
  await fill();
  return {
    chainId: spec.chainId,
    marketMaker: MARKET_MAKER,
    tokens: [...tokens, ...(tail?.tokens ?? [])],
    pools: [...pools, ...(contents.ownPools?.(tokens) ?? []), ...(tail?.pools ?? [])],
    managedPools: [...(contents.managedPools?.(tokens) ?? [])],
  };
}

/**
 * The whole chain with its blocks and logs. Older states are left out: each is a full copy of all
 * accounts.
 */
async function dumpState(rpc: Rpc): Promise<DumpedState> {
  const compressed = hexToBytes(asHex(await rpc.request("anvil_dumpState", [false])));
  return parseState(gunzipSync(compressed).toString("utf8"));
}
