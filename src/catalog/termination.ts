/**
 * Leaves SIGTERM to Ponder. Vite, which Ponder loads the project with, ends the process on SIGTERM
 * as soon as its own server is closed: mostly before Ponder has released its lock on the schema,
 * and then the next start waits 20 s for the lock to expire. Called from the configuration, the
 * first file of ours that Ponder runs.
 *
 * @see https://github.com/vitejs/vite/blob/v5.4.21/packages/vite/src/node/utils.ts `setupSIGTERMListener`
 */
export function leaveTerminationToPonder(): void {
  for (const listener of process.listeners("SIGTERM")) {
    if (listener.name === "closeServerAndExit") process.off("SIGTERM", listener);
  }
}
