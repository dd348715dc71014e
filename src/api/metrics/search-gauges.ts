import { Counter, Gauge, type Registry } from "prom-client";
import type { SearchPool } from "../search/pool.ts";

type Used = ReturnType<SearchPool["usage"]> extends ReadonlyMap<number, infer U> ? U : never;

/** Registers what the search processes tell of themselves, by their place from 1; nothing of one that is gone. */
export function watchSearches({ usage }: Pick<SearchPool, "usage">, registry: Registry): void {
  const gauge = (name: string, help: string, read: (used: Used) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["process"] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [place, used] of usage()) this.set({ process: String(place) }, read(used));
      },
    });
  gauge(
    "weir_search_process_ready",
    "1 while the process can search on the newest block of every chain, else 0: then the API's own thread does.",
    ({ isReady }) => (isReady ? 1 : 0),
  );
  gauge(
    "weir_search_process_resident_memory_bytes",
    "Resident memory of the process.",
    ({ residentBytes }) => residentBytes,
  );
  new Counter({
    name: "weir_search_process_cpu_seconds_total",
    help: "CPU time of the process since it started.",
    labelNames: ["process"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [place, { cpuSeconds }] of usage()) {
        this.inc({ process: String(place) }, cpuSeconds);
      }
    },
  });
}
