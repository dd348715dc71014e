import type { Logger } from "pino";
import type { RefusedRequests } from "../gate/messages.ts";
import type { Metrics } from "./metrics.ts";

/** Counts and logs requests that never reached the app; one line for all that are told of together. */
export function createRefusedCount(
  metrics: Pick<Metrics, "answered" | "refused">,
  log: Logger,
): (refused: readonly RefusedRequests[]) => void {
  return (refused) => {
    let total = 0;
    for (const { method, path, status, count } of refused) {
      total += count;
      for (let counted = 0; counted < count; counted++) {
        metrics.answered({ method, route: path, status, seconds: 0 });
        metrics.refused("overloaded");
      }
    }
    log.warn({ refused: total }, "requests were refused: more comes than can be answered");
  };
}
