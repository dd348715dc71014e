import type { Logger } from "pino";

/** Least time between two lines. */
const LINE_MS = 5_000;

/** Tells how far a phase is. */
export interface Phase {
  /** @param done Of what the phase counts. @param total Null while unknown. */
  at(done: number, total: number | null): void;
  end(done: number): void;
}

/**
 * Tells the log how far the phases are: how fast, how long they will take, what they have asked.
 */
export function createProgress(
  log: Logger,
  requests: ReadonlyMap<string, number>,
): { phase(name: string): Phase } {
  const asked = () => [...requests.values()].reduce((sum, count) => sum + count, 0);
  return {
    phase(name) {
      const started = Date.now();
      let told = started;
      let first: number | null = null;
      const facts = (done: number, total: number | null) => {
        const seconds = (Date.now() - started) / 1_000;
        const rate = (done - (first ?? done)) / Math.max(seconds, 0.001);
        return {
          ...{ phase: name, done, ...(total === null ? {} : { total }) },
          perSecond: Math.round(rate),
          ...(total === null || rate === 0
            ? {}
            : { secondsLeft: Math.ceil((total - done) / rate) }),
          requests: asked(),
        };
      };
      return {
        at(done, total) {
          first ??= done;
          if (Date.now() - told < LINE_MS) return;
          told = Date.now();
          log.info(facts(done, total), "reading the start state");
        },
        end(done) {
          const seconds = (Date.now() - started) / 1_000;
          log.info({ phase: name, done, seconds, requests: asked() }, "read of the start state");
        },
      };
    },
  };
}
