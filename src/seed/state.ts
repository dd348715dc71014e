import type { Address, Hex } from "viem";
import { hourOf } from "../catalog/hours.ts";
import { readMetadata, type TokenMetadata } from "../catalog/metadata.ts";
import { NATIVE } from "../lib/address.ts";
import type { FamilySeed, SeedBlock, SeedPool, SeedState, SeedToken } from "./family.ts";
import type { Phase } from "./progress.ts";
import type { StateReader } from "./reader.ts";
import type { SeedStore } from "./store.ts";
import type { StatePart } from "./stored-rows.ts";

/** Pools whose state is read together. */
const PAGE = 2_000;

export interface StateTask {
  readonly store: SeedStore;
  readonly block: SeedBlock;
  /** Answers for the block. */
  readonly state: StateReader;
  /** Answers for what never changes, of any later block. */
  readonly newest: StateReader;
  /** What tokens were found to say of themselves. */
  readonly metadata: Map<Address, TokenMetadata>;
}

/** Reads the rows of a family's chosen pools, from where that ended. */
export async function readStates(
  part: StatePart,
  seed: FamilySeed,
  task: StateTask,
  { phase, total }: { readonly phase: Phase; readonly total: number },
): Promise<void> {
  const { store, block } = task;
  const { chainId } = block;
  const before = await store.progress(chainId, part);
  if (before?.isDone === true) return;
  if (before === null && seed.deployments !== undefined) {
    const read = await seed.deployments(task.state, block);
    const rows = { ...read.rows, ...(await tokenRows(read.tokens ?? [], task)) };
    await store.addRows(chainId, part, { rows, last: null, isDone: false });
  }
  let last: Hex | null = before?.last ?? null;
  for (let done = 0; ; ) {
    const page = { after: last, limit: PAGE, of: "chosen" } as const;
    const pools = await store.pools(chainId, part.family, page);
    const rows = pools.length === 0 ? {} : await rowsOf(part.family, seed, pools, task);
    await store.leave(chainId, oversizedOf(pools, task));
    last = pools.at(-1)?.id ?? last;
    const isDone = pools.length < PAGE;
    await store.addRows(chainId, part, { rows, last, isDone });
    done += pools.length;
    phase.at(done, total);
    if (isDone) return;
  }
}

/**
 * The rows of pools: their family's, and those of the catalog that all families share. None of
 * pools with more ticks than are taken, which the state's reader tells.
 */
export async function rowsOf(
  family: string,
  seed: FamilySeed,
  asked: readonly SeedPool[],
  task: Omit<StateTask, "store">,
) {
  const { block } = task;
  const read = await seed.state(task.state, asked, block);
  const left = new Set(oversizedOf(asked, task));
  const pools = asked.filter(({ id }) => !left.has(id));
  const { chainId, number: createdBlock } = block;
  return {
    ...catalogRows(family, pools, { chainId, createdBlock }),
    ...(await tokenRows(tokensOf(pools, read), task)),
    ...read.rows,
  };
}

/** Of some pools, those that were found to have more ticks than are taken. */
export function oversizedOf(
  pools: readonly SeedPool[],
  { state }: Pick<StateTask, "state">,
): readonly Hex[] {
  return pools.flatMap(({ id }) => (state.oversized.has(id) ? [id] : []));
}

function tokensOf(pools: readonly SeedPool[], read: SeedState): readonly SeedToken[] {
  const held = pools
    .flatMap(({ tokens }) => tokens.map((address): SeedToken => ({ address })))
    // The native currency is no contract.
    .filter(({ address }) => address !== NATIVE);
  return [...(read.tokens ?? []), ...held];
}

/** `createdBlock` is the block of the seed: nothing of before is known. */
function catalogRows(
  family: string,
  pools: readonly SeedPool[],
  { chainId, createdBlock }: { readonly chainId: number; readonly createdBlock: number },
) {
  return {
    pool: pools.map(({ id, address, slug }) => ({
      ...{ chainId, id, address, family, slug, createdBlock },
    })),
    poolToken: pools.flatMap(({ id: poolId, tokens }) =>
      tokens.map((token, position) => ({ chainId, poolId, position, token })),
    ),
  };
}

const UNTOLD: TokenMetadata = { symbol: null, name: null, decimals: null };

/** Tokens and what they say of themselves; each address once. */
async function tokenRows(
  tokens: readonly SeedToken[],
  { newest, block, metadata }: Omit<StateTask, "store">,
) {
  const found = new Map<Address, TokenMetadata | null>();
  for (const { address, known } of tokens) {
    if (!found.has(address)) found.set(address, known ?? metadata.get(address) ?? null);
  }
  const asked = [...found].flatMap(([address, known]) => (known === null ? [address] : []));
  const read = await readMetadata((data) => newest.stateless(data), asked);
  for (const [at, told] of read.entries()) {
    const address = asked[at];
    if (address === undefined) continue;
    metadata.set(address, told);
    found.set(address, told);
  }
  const { chainId, number: updatedBlock } = block;
  return {
    token: [...found].map(([address, told]) => ({
      ...{ chainId, address, ...(told ?? UNTOLD), updatedBlock },
    })),
  };
}

/** What the log of a table holds of a row at the end of the seed's block. */
export function hourColumn(block: Pick<SeedBlock, "timestamp">): { readonly hour: number } {
  return { hour: hourOf(BigInt(block.timestamp)) };
}
