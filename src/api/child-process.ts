import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a process used since it started. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** What every child tells, whatever else it is for. */
export type UsageReport = { readonly kind: "usage" } & Usage;

/** Milliseconds between two reports of what a process uses. */
const USAGE_INTERVAL_MS = 1_000;
/** V8's room for new objects, in MB. Imports fill what it has by default and keep it: a search process 280 MB resident, with this 150. */
const V8_FLAGS = ["--max-semi-space-size=4"];

/**
 * Starts a child that runs a program, which calls `obeyParent`. Not a thread: V8 13.6 may abort the process (`jit_page.has_value()`) where
 * several threads of it compile while it runs WebAssembly, as the embedded database does.
 *
 * @see https://github.com/nodejs/node/issues/64500
 */
export function startProgram(program: URL): ChildProcess {
  return fork(fileURLToPath(program), {
    execArgv: V8_FLAGS,
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/**
 * Does what the process that started this one orders, until that lets go of it, and tells it every second what this one uses. Returns the
 * function that tells it more.
 */
export function obeyParent<Order, Report>(
  obey: (order: Order) => void,
): (report: Report | UsageReport) => void {
  function report(message: Report | UsageReport): void {
    process.send?.(message, undefined, undefined, (error) => {
      // Nobody listens any more, which `disconnect` may be late to tell.
      if (error !== null) process.exit(0);
    });
  }
  process.on("message", obey);
  // A terminal's Ctrl-C reaches every process at once, but requests in flight still need this one.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  process.once("disconnect", () => process.exit(0));
  const reportUsage = () => {
    const { user, system } = process.cpuUsage();
    const residentBytes = process.memoryUsage.rss();
    report({ kind: "usage", cpuSeconds: (user + system) / 1_000_000, residentBytes });
  };
  setInterval(reportUsage, USAGE_INTERVAL_MS).unref();
  return report;
}
