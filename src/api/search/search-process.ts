import type { Logger } from "pino";
import { startProgram, type Usage } from "../child-process.ts";
import type { Order, Report } from "./messages.ts";

/** What a search process found; null: it did not, and somebody else has to search. */
export type Found = Extract<Report, { readonly kind: "found" }> | null;

export interface SearchProcessOptions {
  readonly log: Logger;
  /** Called when the copy of a feed stands at a version. */
  readonly onBuilt: (feed: number, version: number) => void;
  /** Called once, when the process is gone without `close`. */
  readonly onDeath: () => void;
}

/** A child that searches. */
export interface SearchProcess {
  /** Resolves when the order has left this process; false when the child is gone. */
  send(order: Order): Promise<boolean>;
  search(
    question: Omit<Extract<Order, { readonly kind: "search" }>, "kind" | "id">,
  ): Promise<Found>;
  /** Searches that were not answered. */
  outstanding(): number;
  /** Null before it first told. */
  usage(): Usage | null;
  /** Gives it up as one that failed, for a reason. */
  abandon(reason: string): void;
  /** Lets it end, and waits. */
  close(): Promise<void>;
}

const PROGRAM = new URL("process-main.ts", import.meta.url);
/** A search is bounded by its work, which takes milliseconds; what takes this long will not come. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Time to end in, before it is killed. */
const END_TIMEOUT_MS = 2_000;

/** Starts a child that searches. */
export function startSearchProcess({ log, onBuilt, onDeath }: SearchProcessOptions): SearchProcess {
  const child = startProgram(PROGRAM);
  const waiting = new Map<number, (found: Found) => void>();
  let lastId = 0;
  let usage: Usage | null = null;
  let isOver = false;

  function answer(id: number, found: Found): void {
    waiting.get(id)?.(found);
    waiting.delete(id);
  }

  function end(): void {
    isOver = true;
    for (const id of [...waiting.keys()]) answer(id, null);
  }

  function die(facts: object): void {
    if (isOver) return;
    log.error({ pid: child.pid, ...facts }, "a search process is gone; another takes its place");
    end();
    onDeath();
  }

  child.on("message", (message) => {
    if (isOver) return;
    const report = message as Report;
    switch (report.kind) {
      case "found":
        answer(report.id, report);
        return;
      case "failed":
        answer(report.id, null);
        return;
      case "built":
        onBuilt(report.feed, report.version);
        return;
      case "usage":
        usage = { cpuSeconds: report.cpuSeconds, residentBytes: report.residentBytes };
    }
  });
  const exited = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      die({ err: error });
      // What never started does not exit.
      if (child.pid === undefined) resolve();
    });
    child.once("exit", (code, signal) => {
      die({ code, signal });
      resolve();
    });
  });

  function abandon(reason: string): void {
    die({ reason });
    child.kill("SIGKILL");
  }

  const send = (order: Order): Promise<boolean> =>
    new Promise((resolve) => {
      if (isOver || !child.connected) resolve(false);
      else child.send(order, (error) => resolve(error === null));
    });

  return {
    send,
    search: (question) =>
      new Promise((resolve) => {
        if (isOver) {
          resolve(null);
          return;
        }
        lastId += 1;
        const id = lastId;
        const timer = setTimeout(
          () => abandon(`a search was not answered within ${ANSWER_TIMEOUT_MS} ms`),
          ANSWER_TIMEOUT_MS,
        );
        waiting.set(id, (found) => {
          clearTimeout(timer);
          resolve(found);
        });
        void send({ kind: "search", id, ...question });
      }),
    outstanding: () => waiting.size,
    usage: () => usage,
    abandon,
    async close() {
      end();
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
