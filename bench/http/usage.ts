/** What a service used since it started, by who in it did. */
export interface Usage {
  /** When, in seconds on the clock of this process. */
  readonly at: number;
  /** CPU seconds of the process that indexes and answers, and of the one that listens. */
  readonly api: number;
  /** CPU seconds of its search processes together. */
  readonly searches: number;
  /** Resident memory of the one and of the others, in MiB. */
  readonly apiMiB: number;
  readonly searchesMiB: number;
}

/** Longer than search processes take to tell what they use. */
const TELLING_MS = 1_500;

/** Reads `/metrics` of a service, as of now. */
export async function usageOf(url: string): Promise<Usage> {
  await new Promise((resolve) => setTimeout(resolve, TELLING_MS));
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (metric: string): number => {
    const samples = text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, "gm"));
    return [...samples].reduce((total, [, value]) => total + Number(value), 0);
  };
  const api = sum("process_cpu_seconds_total") + sum("weir_gate_cpu_seconds_total");
  if (api === 0) throw new Error("/metrics does not tell the CPU time.");
  return {
    at: performance.now() / 1_000,
    api,
    searches: sum("weir_search_process_cpu_seconds_total"),
    apiMiB:
      (sum("process_resident_memory_bytes") + sum("weir_gate_resident_memory_bytes")) / 2 ** 20,
    searchesMiB: sum("weir_search_process_resident_memory_bytes") / 2 ** 20,
  };
}

/** Seconds over which a service is watched while nobody asks it. */
const IDLE_SECONDS = 5;

/** CPU seconds that a service uses in a second while nobody asks it: it follows the chains. */
export async function idleRateOf(url: string): Promise<number> {
  const before = await usageOf(url);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  const after = await usageOf(url);
  return (after.api - before.api) / (after.at - before.at);
}
