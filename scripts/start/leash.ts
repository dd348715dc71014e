// Loaded into a child before its program: ends the child when its parent is gone, whatever the
// parent died of.
import { isMainThread } from "node:worker_threads";

const GRACE_MS = 5_000;

function end(): void {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, "SIGTERM");
}

if (isMainThread) {
  if (process.connected) process.once("disconnect", end);
  // The parent was gone before this file was read.
  else process.exit(1);
}
