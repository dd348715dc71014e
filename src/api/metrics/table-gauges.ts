import { Gauge, type Registry } from "prom-client";

/** Where the indexed tables are read. */
export interface TableReading {
  /** How many chains are served from each schema. */
  served(): ReadonlyMap<string, number>;
  /** Absent where there is no replica. */
  readonly replica?: { isUsable(): boolean } | undefined;
}

/** Registers gauges of where the tables are read, which tell an operator when a redeploy is over and when a replica is gone. */
export function watchTables({ served, replica }: TableReading, registry: Registry): void {
  new Gauge({
    name: "weir_served_chains",
    help: "Chains served from the tables of a schema; two schemas while the service moves to another deployment.",
    labelNames: ["schema"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [schema, chains] of served()) this.set({ schema }, chains);
    },
  });
  if (replica === undefined) return;
  new Gauge({
    name: "weir_replica_used",
    help: "1 while the tables are read from the replica, 0 while the primary stands in for it.",
    registers: [registry],
    collect() {
      this.set(replica.isUsable() ? 1 : 0);
    },
  });
}
