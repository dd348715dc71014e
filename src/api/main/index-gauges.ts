import { Gauge, type Registry } from "prom-client";

/**
 * Registers a gauge of where the indexed tables are read, which tells an operator when a redeploy
 * is over.
 *
 * @param served How many chains are served from each schema.
 */
export function watchIndexes(
  { served }: { served(): ReadonlyMap<string, number> },
  registry: Registry,
): void {
  new Gauge({
    name: "weir_served_chains",
    help: "Chains served from the tables of a schema.",
    // Each process serves the same chains.
    aggregator: "max",
    labelNames: ["schema"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [schema, chains] of served()) this.set({ schema }, chains);
    },
  });
}
