import type { Logger } from "pino";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/**
 * Lets `drain` finish before the signals that end the process reach those who listened for them so far. Ponder ends the process 5 s
 * after a signal, whatever requests are in flight. A second signal reaches them at once.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/bin/utils/exit.ts
 */
export function drainFirst(drain: () => Promise<void>, log: Logger): void {
  let draining: Promise<void> | null = null;
  for (const signal of SIGNALS) {
    const others = process.listeners(signal);
    const passOn = () => {
      for (const listener of others) listener.call(process, signal);
    };
    for (const listener of others) process.off(signal, listener);
    process.on(signal, () => {
      if (draining !== null) {
        passOn();
        return;
      }
      log.info({ signal }, "stopping: requests in flight finish first");
      draining = drain().catch((error: unknown) =>
        log.error({ err: error }, "the API failed to stop"),
      );
      void draining.then(passOn);
    });
  }
}
