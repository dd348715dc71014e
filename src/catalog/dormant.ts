import type { Table } from "drizzle-orm";
import { processEnvironment } from "../lib/env.ts";
import type { CatalogContext } from "./discovery.ts";

/** What is used of Ponder's store, whatever the table. */
interface RowFinder {
  find(table: Table, key: object): Promise<object | null>;
}

const { chains } = processEnvironment();

/** Whether a chain's index begins with a state, so that pools may be known that have no rows. */
export function beginsWithState(chainId: number): boolean {
  return chains.get(chainId)?.startState != null;
}

/**
 * Whether a pool was left out of the state that the index begins with, as it held too little or no
 * node told of it: its logs are dropped. Where all logs are replayed there is none, and a row that
 * is missing is a bug.
 */
export async function isDormant(
  { db, chain }: Pick<CatalogContext, "db" | "chain">,
  table: Table,
  key: object,
): Promise<boolean> {
  if (!beginsWithState(chain.id)) return false;
  return (await (db as RowFinder).find(table, key)) === null;
}
