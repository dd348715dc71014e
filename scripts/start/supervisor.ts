import { type Child, type ChildOptions, type Exit, startChild } from "./child.ts";
import { StartError } from "./failure.ts";

/**
 * Longer than requests in flight are waited for (10 s) and the indexer then takes to flush and
 * close its database (5 s).
 */
const GRACE_MS = 20_000;

/** Owns the children of a start: none outlives it, and the end of one is the end of all. */
export interface Supervisor {
  start(options: ChildOptions): Child;
  /** Waits for `work`; rejects as soon as a stop is asked for or a child ends. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Stops the children, the last one started first. */
  stop(): Promise<void>;
  /** Kills the children and all that they started. */
  kill(): void;
}

function describe(child: Child, exit: Exit): string {
  const how = exit.signal === null ? `exit code ${exit.code}` : exit.signal;
  const lines = child.lastLines().map((line) => `  | ${line}`);
  const where = lines.length === 0 ? "its lines are above" : "its last lines besides those above:";
  return [
    `The ${child.name} ended by itself (${how}), see ${child.logFile}; ${where}`,
    ...lines,
  ].join("\n");
}

/** @param stopRequest Aborts, with the error to reject with, when the user asks to stop. */
export function createSupervisor(stopRequest: AbortSignal): Supervisor {
  const children: Child[] = [];
  let isStopping = false;
  let rejectEnded: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    rejectEnded = reject;
  });
  // A child may end while nothing waits for it; the next `during` reports that.
  ended.catch(() => undefined);
  stopRequest.addEventListener("abort", () => rejectEnded(stopRequest.reason));

  return {
    start: (options) => {
      stopRequest.throwIfAborted();
      const child = startChild(options);
      children.push(child);
      void child.exited.then((exit) => {
        if (!isStopping) rejectEnded(new StartError(describe(child, exit)));
      });
      return child;
    },
    during: (work) => Promise.race([work, ended]),
    stop: async () => {
      isStopping = true;
      for (const child of children.toReversed()) await child.stop(GRACE_MS);
    },
    kill: () => {
      isStopping = true;
      for (const child of children) child.kill();
    },
  };
}
