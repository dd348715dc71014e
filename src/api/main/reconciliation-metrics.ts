import { Counter, type Registry } from "prom-client";
import type { Reconciled } from "../../seed/checks.ts";

/** What came of comparing the served indexes with their nodes: by chain, then by family. */
export type Reconciliations = ReadonlyMap<number, ReadonlyMap<string, Reconciled>>;

/**
 * Registers counters of what indexers found when they compared rows with the node. They are kept in
 * the database, which is asked whenever the metrics are; while it is away they have no sample.
 */
export function watchReconciliation(
  { reconciliations }: { reconciliations(): Promise<Reconciliations> },
  registry: Registry,
): void {
  new Counter({
    name: "weir_reconciled_states_total",
    help: "States of an index compared with the node, by outcome: checked, differing (of those) or reseeded (read anew).",
    // Each process reads the same counts.
    aggregator: "max",
    labelNames: ["chain", "family", "outcome"] as const,
    registers: [registry],
    async collect() {
      const found = await reconciliations().catch(() => new Map() as Reconciliations);
      this.reset();
      for (const [chainId, families] of found) {
        for (const [family, counts] of families) {
          for (const [outcome, count] of Object.entries(counts)) {
            this.inc({ chain: String(chainId), family, outcome }, count);
          }
        }
      }
    },
  });
}
