import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import { isMetricsQuestion, type MetricsAnswer } from "../../src/api/metrics/all-processes.ts";
import { StartError } from "../start/failure.ts";
import { stopSignal } from "../start/signals.ts";

/** Milliseconds before a worker that ended is replaced, so that one that cannot live is no load. */
const REPLACE_AFTER_MS = 1_000;

/**
 * Runs several processes of the API on one port, which take connections by turns, until a stop is
 * asked for. One that ends is replaced.
 *
 * @throws StartError when one ends before it listened for the first time.
 */
export async function superviseWorkers(count: number, log: Logger): Promise<void> {
  const metrics = new AggregatorRegistry();
  const workers = new Set<Worker>();
  let isStopping = false;
  let wasListening = false;
  const all = Promise.withResolvers<void>();

  function start(): void {
    const worker = cluster.fork();
    workers.add(worker);
    worker.on("message", (message: unknown) => {
      if (isMetricsQuestion(message)) void tell(worker, message.id);
      else wasListening = true;
    });
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      if (isStopping) {
        if (workers.size === 0) all.resolve();
      } else if (wasListening) {
        log.error(
          { code, signal },
          "a process of the API ended by itself; another takes its place",
        );
        setTimeout(() => !isStopping && start(), REPLACE_AFTER_MS);
      } else {
        stopAll();
        all.reject(
          new StartError("A process of the API could not start; its last lines are above."),
        );
      }
    });
  }

  async function tell(worker: Worker, id: number): Promise<void> {
    let answer: MetricsAnswer;
    try {
      answer = { kind: "metrics", id, text: await metrics.clusterMetrics() };
    } catch (error) {
      log.warn({ err: error }, "the metrics of all processes cannot be read");
      answer = { kind: "metrics", id, text: null };
    }
    if (worker.isConnected()) worker.send(answer);
  }

  function stopAll(): void {
    isStopping = true;
    for (const worker of workers) worker.process.kill("SIGTERM");
    if (workers.size === 0) all.resolve();
  }

  const stop = stopSignal(() => process.exit(130));
  stop.addEventListener("abort", stopAll);
  for (let started = 0; started < count; started++) start();
  await all.promise;
}
