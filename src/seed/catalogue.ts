import { toEventSelector } from "viem";
import { decodedLog } from "./decoded-log.ts";
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
const PAGE = 4_000;

type Logged = Extract<Catalogue, { readonly kind: "logged" }>;
type Listed = Exclude<Catalogue, Logged>;

/** A catalogue that is told of in logs, with its family. */
export interface LoggedCatalogue {
  readonly family: string;
  readonly catalogue: Logged;
}

/**
 * Lists the pools of a family up to the block, but those told of in logs, from where the list ends.
 */
export async function listPools(
  family: string,
  seed: FamilySeed,
  task: CatalogueTask,
  phase: Phase,
): Promise<void> {
  for (const catalogue of seed.catalogues(task.chainId)) {
    if (catalogue.kind !== "logged") await listOf(family, catalogue, task, phase);
  }
}

async function listOf(
  family: string,
  catalogue: Listed,
  { chainId, block, state, newest, store }: CatalogueTask,
  phase: Phase,
): Promise<void> {
  const key = keyOf(family, catalogue);
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
    case "fixed": {
      const pools = await catalogue.read(state);
      await store.addPools(chainId, family, { key, pools, next: block });
      return;
    }
    default:
      catalogue satisfies never;
  }
}

/**
 * Lists the pools that are told of in logs, of all families in one walk: to ask for one event costs
 * a node's user as much as to ask for all. A catalogue that begins later, or got further before,
 * joins where it begins.
 */
export async function listLogged(
  catalogues: readonly LoggedCatalogue[],
  task: CatalogueTask,
  phase: Phase,
): Promise<void> {
  const { chainId, block, newest, reader, store } = task;
  const walked = await Promise.all(
    catalogues.map(async ({ family, catalogue }) => {
      const key = keyOf(family, catalogue);
      // Blocks of a local chain are lower than those of the chain that it stands for.
      const first = catalogue.fromBlock > block ? 0 : catalogue.fromBlock;
      const from = (await store.cursor(chainId, key)) ?? first;
      return { family, catalogue, key, from, topic: toEventSelector(catalogue.event) };
    }),
  );
  const begins = [...new Set(walked.map(({ from }) => from))].sort((a, b) => a - b);
  for (const [at, from] of begins.entries()) {
    const to = Math.min(block, (begins[at + 1] ?? block + 1) - 1);
    const own = walked.filter((one) => one.from <= from);
    const filter = {
      address: [...new Set(own.flatMap(({ catalogue }) => catalogue.address))],
      topics: [...new Set(own.map(({ topic }) => topic))],
    };
    for await (const { logs, next } of reader.walk(filter, { from, to })) {
      for (const { family, catalogue, key, topic } of own) {
        const told = logs
          .filter(({ address, topics }) => topics[0] === topic && isOf(catalogue, address))
          .flatMap((log) => decodedLog(catalogue.event, log));
        const pools = told.length === 0 ? [] : await catalogue.read(newest, told);
        await store.addPools(chainId, family, { key, pools, next });
      }
      phase.at(next, block + 1);
    }
  }
}

function isOf({ address }: Logged, maker: string): boolean {
  return address.some((one) => one.toLowerCase() === maker.toLowerCase());
}

function keyOf(family: string, { key }: Catalogue): string {
  return `${family} ${key}`;
}
