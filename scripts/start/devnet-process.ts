// The devnet in a process of its own, so that its seeding and trader do not slow its parent's
// reactions, and so that it can be ended while it starts.
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import type { DevnetRequest, DevnetStarted } from "./devnet-messages.ts";

let devnet: Devnet | null = null;

async function handle(request: DevnetRequest): Promise<void> {
  switch (request.kind) {
    case "start": {
      const log = (line: string): void => console.log(line);
      devnet = await startDevnet({ ports: request.ports, blockTimeMs: null, log });
      process.send?.({ kind: "started" } satisfies DevnetStarted);
      return;
    }
    case "mine":
      devnet?.startMining(request.blockTimeMs);
      return;
    case "trade":
      devnet?.startTrader();
      return;
    default:
      return request satisfies never;
  }
}

process.on("message", (request: DevnetRequest) => {
  handle(request).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once("SIGTERM", () => {
  // While it still starts there is nothing to stop in order: the parent kills what is left of the
  // process group.
  if (devnet === null) process.exit(0);
  devnet.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
