// The program of the gate: listens for requests as it is told, until the process that started it lets go of it.
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { obeyParent } from "../child-process.ts";
import type { Order, Report } from "./messages.ts";
import { type Serving, serve } from "./serve.ts";

const stopping = new AbortController();
let serving: Serving | null = null;

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case "listen":
      // A server that was killed leaves its socket.
      process.prependOnceListener("disconnect", () => {
        rmSync(dirname(order.socketPath), { recursive: true, force: true });
      });
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

const report = obeyParent<Order, Report>((order) => void obey(order));
