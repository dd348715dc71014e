import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { type SearchPool, startSearchPool } from "./pool.ts";

/** Most processes that are started unasked: each holds the graphs of all chains. */
const MOST_UNASKED = 4;

/**
 * Search processes for a machine: one less than its cores, which the API's own thread keeps busy, and at most 4.
 *
 * @param cores At least 1.
 */
export function defaultPoolSize(cores: number): number {
  return Math.min(cores - 1, MOST_UNASKED);
}

/**
 * Starts the pool that the environment asks for; null where all searches are to run in this thread.
 *
 * @param size Null: as many processes as are good for this machine.
 */
export function openSearchPool(size: number | null, log: Logger): SearchPool | null {
  const processes = size ?? defaultPoolSize(availableParallelism());
  return processes === 0 ? null : startSearchPool({ size: processes, log });
}
