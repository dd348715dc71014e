import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** What a process of the API asks the one that started it. */
export interface MetricsQuestion {
  readonly kind: "metrics?";
  readonly id: number;
}

/** Its answer. */
export interface MetricsAnswer {
  readonly kind: "metrics";
  readonly id: number;
  /** In the text format of Prometheus, of all processes; null: they could not be read. */
  readonly text: string | null;
}

/** Longer than a process takes to tell its metrics when it is busy. */
const TIMEOUT_MS = 5_000;

/** Whether a message of a process asks for the metrics of all. */
export function isMetricsQuestion(message: unknown): message is MetricsQuestion {
  return isOfKind(message, "metrics?");
}

function isMetricsAnswer(message: unknown): message is MetricsAnswer {
  return isOfKind(message, "metrics");
}

function isOfKind(message: unknown, kind: string): boolean {
  return (
    typeof message === "object" && message !== null && "kind" in message && message.kind === kind
  );
}

/**
 * Reads the metrics of all processes of the API together. Where there is but this one, its own.
 *
 * @param registry Of this process.
 * @returns The function that reads them. It falls back on this process's own when the others do
 *   not tell theirs.
 */
export function metricsOfAllProcesses(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // Makes this process answer when its metrics are asked for.
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  let last = 0;
  process.on("message", (message: unknown) => {
    if (isMetricsAnswer(message)) waiting.get(message.id)?.(message.text);
  });
  return async () => {
    last += 1;
    const id = last;
    const told = new Promise<string | null>((resolve) => waiting.set(id, resolve));
    const timer = setTimeout(() => waiting.get(id)?.(null), TIMEOUT_MS);
    process.send?.({ kind: "metrics?", id } satisfies MetricsQuestion);
    const text = await told;
    clearTimeout(timer);
    waiting.delete(id);
    return text ?? registry.metrics();
  };
}
