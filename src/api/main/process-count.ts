import { availableParallelism } from "node:os";
import type { Environment } from "../../lib/env.ts";

/** Processes of the API: as the environment says, else one for each core but the indexer's. */
export function apiProcesses({ apiProcesses: wanted }: Pick<Environment, "apiProcesses">): number {
  return wanted ?? Math.max(1, availableParallelism() - 1);
}
