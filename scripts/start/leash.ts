// Loaded into a child before its program: ends the child when its parent is gone, whatever the parent died of.
import { isMainThread } from "node:worker_threads";

const GRACE_MS = 5_000;

if (isMainThread && process.channel !== undefined) {
  process.once("disconnect", () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, "SIGTERM");
  });
}
