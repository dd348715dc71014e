import { renameSync } from "node:fs";
import { type Child, type ChildOptions, type Exit, startChild } from "./child.ts";
import { StartError } from "./failure.ts";

/**
 * Longer than requests in flight are waited for (10 s) and the indexer then takes to flush and
 * close its database (5 s).
 */
const GRACE_MS = 20_000;

/** First and longest pause before a child is started again, milliseconds. */
const PAUSE_MS = { first: 1_000, longest: 60_000 };

/** A child whose end is not that of all. */
export interface Restart {
  /** One that ends sooner cannot run: that is the end of all. Milliseconds. */
  readonly leastRunMs: number;
  /** Prints that it ended and is started again. */
  readonly say: (line: string) => void;
}

/**
 * Owns the children of a start: none outlives it, and the end of one is the end of all, but of
 * those that may be started again.
 */
export interface Supervisor {
  /** @returns The child as it is started now. */
  start(options: ChildOptions, restart?: Restart): Child;
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
  const children = new Set<Child>();
  const pauses = new Set<NodeJS.Timeout>();
  let isStopping = false;
  let rejectEnded: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    rejectEnded = reject;
  });
  // A child may end while nothing waits for it; the next `during` reports that.
  ended.catch(() => undefined);
  stopRequest.addEventListener("abort", () => rejectEnded(stopRequest.reason));

  /** Starts a child, and again when it ends after a while, later from time to time. */
  function launch(options: ChildOptions, restart: Restart | undefined, pauseMs: number): Child {
    const startedAt = performance.now();
    const child = startChild(options);
    children.add(child);
    void child.exited.then((exit) => {
      if (isStopping) return;
      const ranMs = performance.now() - startedAt;
      if (restart === undefined || ranMs < restart.leastRunMs) {
        rejectEnded(new StartError(describe(child, exit)));
        return;
      }
      children.delete(child);
      // What it said stays to be read.
      renameSync(child.logFile, `${child.logFile}.before`);
      restart.say(`${describe(child, exit)}\nit is started again in ${pauseMs / 1_000} s`);
      const isSteady = ranMs > 10 * PAUSE_MS.longest;
      const next = isSteady ? PAUSE_MS.first : Math.min(PAUSE_MS.longest, 2 * pauseMs);
      const pause = setTimeout(() => {
        pauses.delete(pause);
        launch(options, restart, next);
      }, pauseMs);
      pauses.add(pause);
    });
    return child;
  }

  return {
    start: (options, restart) => {
      stopRequest.throwIfAborted();
      return launch(options, restart, PAUSE_MS.first);
    },
    during: (work) => Promise.race([work, ended]),
    stop: async () => {
      isStopping = true;
      for (const pause of pauses) clearTimeout(pause);
      for (const child of [...children].toReversed()) await child.stop(GRACE_MS);
    },
    kill: () => {
      isStopping = true;
      for (const pause of pauses) clearTimeout(pause);
      for (const child of children) child.kill();
    },
  };
}
