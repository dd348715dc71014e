import type { Catalogue, FamilySeed } from "./family.ts";
import type { Phase } from "./progress.ts";
import type { SeedReader, StateReader } from "./reader.ts";
import type { SeedStore } from "./store.ts";

/** Where and of what pools are listed. */
export interface CatalogueTask {
  readonly chainId: number;
  /** Last block whose pools are listed. */
  readonly block: number;
  /** Answers for the block. */
  readonly state: StateReader;
  /** Answers for what never changes, of any later block. */
  readonly newest: StateReader;
  readonly reader: SeedReader;
  readonly store: SeedStore;
}

/** Pools that are listed between two writes. */
const PAGE = 1_000;

/** Lists the pools of a family up to the block, from where the list ends. */
export async function listPools(
  family: string,
  seed: FamilySeed,
  task: CatalogueTask,
  phase: Phase,
): Promise<void> {
  for (const catalogue of seed.catalogues(task.chainId)) {
    await listOf(family, catalogue, task, phase);
  }
}

async function listOf(
  family: string,
  catalogue: Catalogue,
  { chainId, block, state, newest, reader, store }: CatalogueTask,
  phase: Phase,
): Promise<void> {
  const key = `${family} ${catalogue.key}`;
  const cursor = await store.cursor(chainId, key);
  switch (catalogue.kind) {
    case "enumerated": {
      const count = await catalogue.count(state);
      for (let from = cursor ?? 0; from < count; from += PAGE) {
        const next = Math.min(count, from + PAGE);
        const pools = await catalogue.read(newest, from, next);
        await store.addPools(chainId, family, { key, pools, next });
        phase.at(next, count);
      }
      return;
    }
    case "logged": {
      // Blocks of a local chain are lower than those of the chain that it stands for.
      const from = cursor ?? (catalogue.fromBlock > block ? 0 : catalogue.fromBlock);
      for await (const { logs, next } of reader.logs(catalogue, { from, to: block })) {
        const pools = logs.length === 0 ? [] : await catalogue.read(newest, logs);
        await store.addPools(chainId, family, { key, pools, next });
        phase.at(next, block + 1);
      }
      return;
    }
    case "fixed": {
      const pools = await catalogue.read(state);
      await store.addPools(chainId, family, { key, pools, next: block });
      return;
    }
    default:
      catalogue satisfies never;
  }
}
