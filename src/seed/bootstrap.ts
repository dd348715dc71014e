import type { Logger } from "pino";
import type { Address, Hex } from "viem";
import type { TokenMetadata } from "../catalog/metadata.ts";
import { finalityBlocks } from "../lib/finality.ts";
import type { BlockFacts } from "./block-facts.ts";
import { listLogged, listPools } from "./catalogue.ts";
import { deepPools, type Worth } from "./choice.ts";
import type { FamilySeed, SeedBlock } from "./family.ts";
import { newestCounted, newestFinal } from "./final-block.ts";
import { LogRangeError } from "./log-walk.ts";
import { searchedTokens, searchPairs, tellUnlisted } from "./pair-search.ts";
import { createProgress, type Phase } from "./progress.ts";
import { type SeedReader, StateGoneError, type StateReader } from "./reader.ts";
import { readStates } from "./state.ts";
import type { SeedStart, SeedStore } from "./store.ts";
import type { StatePart } from "./stored-rows.ts";

/** A family on a chain, and what its rows depend on besides the chain. */
export interface SeededFamily {
  readonly part: StatePart;
  readonly seed: FamilySeed;
}

/** How a chain's index begins. */
export interface BootstrapOptions {
  readonly chainId: number;
  readonly families: readonly SeededFamily[];
  readonly reader: SeedReader;
  readonly store: SeedStore;
  readonly log: Logger;
  /** The block to begin with; null: the newest final one, by `newestFinal`. */
  readonly wanted: number | null;
  /** Tokens that others are traded with, the most traded first. */
  readonly connectors: readonly Address[];
  /** What pools have to hold to matter, dollars. */
  readonly minimumDepthUsd: number;
  /** What tells how much they hold. */
  worthOf(state: StateReader): Promise<Worth>;
}

/** The block that an index begins with, and a digest of all that it begins with. */
export type Seed = SeedStart & { readonly digest: string };

/** A start that cannot go on, and what to do about it. */
export class SeedError extends Error {
  override readonly name = "SeedError";
  readonly code = "SEED_IMPOSSIBLE";
}

/** Times that another block is taken because the node has dropped the state of the last. */
const MOST_BLOCKS = 5;
const WEIGHED_PAGE = 2_000;
/** Pools that a line of the log names. */
const MOST_TOLD = 20;
const TOO_MANY_TICKS =
  "pools with more initialised ticks than MAX_POOL_TICKS are left out; raise it to have one that is asked for";

/**
 * Reads the state that a chain's index begins with, or what is left of it; a second run reads
 * nothing. Without a wanted block it begins with another one when the node drops the state of the
 * first before all of it is read.
 *
 * @throws SeedError, and what the nodes fail with.
 */
export async function bootstrap(options: BootstrapOptions): Promise<Seed> {
  const { chainId, store, wanted, log } = options;
  return store.alone(chainId, async () => {
    for (let attempt = 1; ; attempt++) {
      const start = await startOf(options);
      try {
        return await readAll(options, start);
      } catch (error) {
        if (!(error instanceof StateGoneError)) throw error;
        const isFixed = wanted !== null || start.digest !== null;
        if (isFixed || attempt === MOST_BLOCKS) throw stateGone(chainId, start, error);
        log.warn(
          { chainId, block: start.block },
          "the node dropped the start state; taking a newer block",
        );
        // The deepest one was tried.
        await store.begin(chainId, await chosenStart(options, newestCounted));
      }
    }
  });
}

function stateGone(chainId: number, { block }: SeedStart, cause: unknown): SeedError {
  return new SeedError(
    `The node of chain ${chainId} has no state of block ${block}, which the index begins with; name an archive node in PONDER_RPC_URL_${chainId}, or set PONDER_START_BLOCK_${chainId} to a newer block and delete the chain's row of weir_seed.start, or set it to genesis.`,
    { cause },
  );
}

/** The stored start, which has to be of this chain, or a new one. */
async function startOf({
  chainId,
  reader,
  store,
  wanted,
  ...rest
}: BootstrapOptions): Promise<SeedStart> {
  const stored = await store.start(chainId);
  if (stored === null) {
    const chosen = wanted === null ? null : await reader.block(wanted);
    const options = { chainId, reader, store, wanted, ...rest };
    const {
      number: block,
      hash,
      timestamp,
    } = wanted === null
      ? await chosenStart(options, newestFinal)
      : requireFinal(options, chosen, await newest(reader));
    await store.begin(chainId, { block, hash, timestamp });
    return { block, hash, timestamp, digest: null };
  }
  const remedy = `delete the chain's row of weir_seed.start to begin anew`;
  if (wanted !== null && wanted !== stored.block) {
    throw new SeedError(
      `The index of chain ${chainId} begins with block ${stored.block}, PONDER_START_BLOCK_${chainId} asks for ${wanted}; unset it, or ${remedy}.`,
    );
  }
  const now = await reader.block(stored.block);
  if (now?.hash === stored.hash) return stored;
  throw new SeedError(
    `Block ${stored.block} of chain ${chainId}, which the index begins with, was ${stored.hash} and is ${now?.hash ?? "absent"} on the node; name a node of the same chain, or ${remedy}.`,
  );
}

async function newest(reader: SeedReader): Promise<BlockFacts> {
  const found = await reader.block("latest");
  if (found === null) throw new SeedError("The node names no newest block; name another one.");
  return found;
}

async function chosenStart(
  options: Pick<BootstrapOptions, "chainId" | "reader" | "log">,
  choose: typeof newestFinal,
) {
  const { chainId, reader } = options;
  const head = await newest(reader);
  const found = await choose(options, head);
  if (found === null)
    throw new SeedError(`The node of chain ${chainId} lacks blocks below ${head.number}.`);
  return { ...found, block: found.number };
}

function requireFinal(
  { chainId, wanted }: Pick<BootstrapOptions, "chainId" | "wanted">,
  found: BlockFacts | null,
  head: BlockFacts,
): BlockFacts {
  const last = head.number - finalityBlocks(chainId);
  if (found !== null && found.number <= last) return found;
  throw new SeedError(
    `PONDER_START_BLOCK_${chainId} is ${wanted}, but the newest final block is ${Math.max(0, last)}; set that or an older one, or unset it.`,
  );
}

/** Lists, chooses and reads, each from where it ended. */
async function readAll(options: BootstrapOptions, start: SeedStart): Promise<Seed> {
  const { chainId, families, reader, store, log } = options;
  const parts = families.map(({ part }) => part);
  const states = await Promise.all(parts.map((part) => store.progress(chainId, part)));
  if (start.digest !== null && states.every((state) => state?.isDone === true)) {
    return { ...start, digest: await store.digest(chainId, parts) };
  }
  const progress = createProgress(log.child({ chainId, block: start.block }), reader.requests);
  const state = reader.at({ blockHash: start.hash });
  const pinned = { state, newest: reader.at("latest") };
  const task = { chainId, block: start.block, ...pinned, reader, store };
  const told = families.flatMap(({ part: { family }, seed }) =>
    seed
      .catalogues(chainId)
      .flatMap((catalogue) => (catalogue.kind === "logged" ? [{ family, catalogue }] : [])),
  );
  const logs = progress.phase("pools told of in logs");
  const isListed = await listLogged(told, task, logs).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof LogRangeError)) throw error;
      tellUnlisted(told, error, { chainId, log });
      return false;
    },
  );
  logs.end(isListed ? start.block : 0);
  for (const { part, seed } of families) {
    const phase = progress.phase(`pools of ${part.family}`);
    await listPools(part.family, seed, task, phase);
    phase.end((await store.counts(chainId)).get(part.family)?.all ?? 0);
  }
  const { connectors } = options;
  const tokens = isListed ? [] : await searchedTokens(task, connectors);
  for (const one of isListed ? [] : told) {
    const { byPairs } = one.catalogue;
    if (byPairs === undefined) continue;
    const phase = progress.phase(`pools of ${one.family} by their tokens`);
    await searchPairs(one, byPairs, { ...task, tokens, connectors }, phase);
    phase.end((await store.counts(chainId)).get(one.family)?.all ?? 0);
  }
  // What matters may be judged by the newest state: a start that has been asked for is of the past.
  const judged = options.wanted === null ? pinned.newest : state;
  await choosePools(options, judged, progress.phase("what pools hold"));
  const counts = await store.counts(chainId);
  const block: SeedBlock = { chainId, number: start.block, timestamp: start.timestamp };
  const metadata = new Map<Address, TokenMetadata>();
  for (const { part, seed } of families) {
    const phase = progress.phase(`state of ${part.family}`);
    const total = counts.get(part.family)?.chosen ?? 0;
    await readStates(part, seed, { store, block, ...pinned, metadata }, { phase, total });
    phase.end(total);
  }
  tellOversized(new Set([...judged.oversized, ...state.oversized]), { chainId, log });
  const again = await reader.block(start.block);
  if (again?.hash !== start.hash) {
    throw new SeedError(
      `Block ${start.block} of chain ${chainId} was replaced while its state was read; start again.`,
    );
  }
  const digest = await store.digest(chainId, parts);
  await store.finish(chainId, digest);
  return { ...start, digest };
}

function tellOversized(
  pools: ReadonlySet<Hex>,
  { chainId, log }: Pick<BootstrapOptions, "chainId" | "log">,
): void {
  if (pools.size === 0) return;
  const first = [...pools].slice(0, MOST_TOLD);
  log.warn({ chainId, count: pools.size, pools: first }, TOO_MANY_TICKS);
}

/** Weighs the pools that were not yet, and chooses those that hold enough. */
async function choosePools(
  options: BootstrapOptions,
  state: StateReader,
  phase: Phase,
): Promise<void> {
  const { chainId, families, store, minimumDepthUsd } = options;
  const counts = await store.counts(chainId);
  let done = 0;
  for (const { part, seed } of families) {
    if (seed.holdings === undefined || minimumDepthUsd === 0) {
      await store.chooseAll(chainId, part.family);
      continue;
    }
    const total = counts.get(part.family)?.all ?? 0;
    for (let after: Hex | null = null; ; ) {
      const pools = await store.unweighed(chainId, part.family, after, WEIGHED_PAGE);
      if (pools.length === 0) break;
      const held = await seed.holdings(state, pools);
      await store.weigh(
        chainId,
        pools.map(({ id }, at) => ({ id, amounts: held[at] ?? null })),
      );
      const anyhow = pools.filter((pool) => seed.mattersAnyhow?.(pool) === true);
      await store.choose(
        chainId,
        anyhow.map(({ id }) => id),
      );
      after = pools.at(-1)?.id ?? null;
      done += pools.length;
      phase.at(done, total);
    }
  }
  if (minimumDepthUsd > 0) {
    const worth = await options.worthOf(state);
    await store.choose(chainId, deepPools(await store.weighed(chainId), worth, minimumDepthUsd));
  }
  phase.end(done);
}
