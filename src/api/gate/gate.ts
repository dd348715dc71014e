import type { ChildProcess } from "node:child_process";
import type { Logger } from "pino";
import { startProgram, type Usage } from "../child-process.ts";
import type { GateSettings, Order, RefusedRequests, Report } from "./messages.ts";

const PROGRAM = new URL("process-main.ts", import.meta.url);
/** Time to end in after the last request, before it is killed. */
const END_TIMEOUT_MS = 15_000;
/** A gate that lived for less, in milliseconds, is not started again: the next would not live longer. */
const SHORTEST_LIFE_MS = 1_000;

export interface GateOptions extends GateSettings {
  /** Aborted when the service is about to close: each response then ends its connection. */
  readonly stopping: AbortSignal | undefined;
  readonly onRefused: (refused: readonly RefusedRequests[]) => void;
  readonly log: Logger;
}

/** The process that listens for requests. */
export interface Gate {
  readonly port: number;
  /** What the process uses; null before it first told. */
  usage(): Usage | null;
  /** Takes requests for so long if anybody is connected, lets those in flight finish for up to 10 s, and cuts what is left. */
  close(delayMs: number): Promise<void>;
}

/** The gate cannot listen. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** The system's, such as `EADDRINUSE`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Starts the process that listens for requests, and starts it again should it be killed.
 *
 * A process of its own, as the thread that answers stands still for tens of milliseconds while the embedded database writes a block, and a
 * refusal must not wait for that.
 *
 * @throws {ListenError}
 */
export async function startGate(options: GateOptions): Promise<Gate> {
  const { stopping, log } = options;
  let isClosing = false;
  let current = await launch(options);
  const { port } = current;

  async function replace({ child }: Launched): Promise<void> {
    const startedAt = performance.now();
    const [code, signal] = await exitOf(child);
    if (isClosing) return;
    log.error({ pid: child.pid, code, signal }, "the gate's process is gone; another is started");
    if (performance.now() - startedAt < SHORTEST_LIFE_MS) {
      throw new Error("The gate's process ends as soon as it is started.");
    }
    current = await launch({ ...options, port });
    if (isClosing) current.child.disconnect();
    else if (stopping?.aborted) send(current.child, { kind: "stopping" });
    void replace(current);
  }

  void replace(current);
  const tellStopping = () => send(current.child, { kind: "stopping" });
  stopping?.addEventListener("abort", tellStopping);

  return {
    port,
    usage: () => current.usage(),
    async close(delayMs) {
      isClosing = true;
      stopping?.removeEventListener("abort", tellStopping);
      const { child } = current;
      const exited = exitOf(child);
      send(child, { kind: "close", delayMs });
      const timer = setTimeout(() => child.kill("SIGKILL"), delayMs + END_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly port: number;
  usage(): Usage | null;
}

/** Starts one process; resolves when it listens. */
function launch({ onRefused, log, stopping, ...settings }: GateOptions): Promise<Launched> {
  const child = startProgram(PROGRAM);
  let usage: Usage | null = null;
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.once("exit", (code, signal) => {
      reject(new Error(`The gate's process ended before it listened (${code ?? signal}).`));
    });
    child.on("message", (message) => {
      const report = message as Report;
      switch (report.kind) {
        case "listening":
          resolve({ child, port: report.port, usage: () => usage });
          return;
        case "failed":
          child.disconnect();
          reject(new ListenError(report.code, report.message));
          return;
        case "refused":
          onRefused(report.refused);
          return;
        case "usage":
          usage = report;
          return;
        case "cut":
          log.warn({ drainTimeoutMs: report.afterMs }, "requests in flight were cut");
      }
    });
    send(child, { kind: "listen", ...settings });
  });
}

/** A process that is gone is told nothing: its `exit` says all. */
function send(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => undefined);
}

function exitOf(child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve([child.exitCode, child.signalCode]);
    } else child.once("exit", (code, signal) => resolve([code, signal]));
  });
}
