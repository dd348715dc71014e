import { Counter, Gauge, type Registry } from "prom-client";
import type { Usage } from "../child-process.ts";

/** Registers what the gate's process tells of itself. @param usage Null before it first told. */
export function watchGate(usage: () => Usage | null, registry: Registry): void {
  new Gauge({
    name: "weir_gate_resident_memory_bytes",
    help: "Resident memory of the process that listens for requests.",
    registers: [registry],
    collect() {
      this.set(usage()?.residentBytes ?? 0);
    },
  });
  new Counter({
    name: "weir_gate_cpu_seconds_total",
    help: "CPU time of the process that listens for requests since it started.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(usage()?.cpuSeconds ?? 0);
    },
  });
}
