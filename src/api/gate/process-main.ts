// The program of the gate: listens for requests as it is told, until the process that started it lets go of it.
import { reportUsage } from "../process-usage.ts";
import type { Order, Report } from "./messages.ts";
import { type Serving, serve } from "./serve.ts";

const stopping = new AbortController();
let serving: Serving | null = null;

function report(message: Report): void {
  process.send?.(message, undefined, undefined, (error) => {
    // Nobody listens any more, which `disconnect` may be late to tell.
    if (error !== null) process.exit(0);
  });
}

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case "listen":
      try {
        serving = await serve(order, {
          stopping: stopping.signal,
          onRefused: (refused) => report({ kind: "refused", refused }),
          onCut: (afterMs) => report({ kind: "cut", afterMs }),
        });
        report({ kind: "listening", port: serving.port });
      } catch (error) {
        const { code = "UNKNOWN", message } = error as NodeJS.ErrnoException;
        report({ kind: "failed", code, message });
      }
      return;
    case "stopping":
      stopping.abort();
      return;
    case "close":
      await serving?.close(order.delayMs);
      // Lets what was reported leave first; without the channel nothing keeps the process.
      process.disconnect();
  }
}

process.on("message", (order: Order) => void obey(order));
// A terminal's Ctrl-C reaches every process at once, but requests in flight still need this one.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
reportUsage((usage) => report({ kind: "usage", ...usage }));
process.once("disconnect", () => process.exit(0));
