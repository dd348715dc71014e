import { ServiceError } from "../../../lib/errors.ts";

/**
 * Things that cost much to build, by key: each is built once for all who ask at the same time, and
 * the last few are kept.
 */
export interface Builds<T> {
  /**
   * What `build` gives for the key, from memory when it was built lately.
   *
   * @throws {ServiceError} `OVERLOADED` when too many others wait to be built.
   */
  get(key: string, build: () => Promise<T>): Promise<T>;
}

/** Seconds after which a refused request may be tried again. */
const RETRY_SECONDS = 2;

/**
 * Builds one thing at a time.
 *
 * @param kept How many stay in memory; the least recently asked for goes first.
 * @param waiting How many may wait for their turn.
 */
export function createBuilds<T>({
  kept,
  waiting,
}: {
  readonly kept: number;
  readonly waiting: number;
}): Builds<T> {
  const built = new Map<string, Promise<T>>();
  let queue: Promise<unknown> = Promise.resolve();
  let pending = 0;

  function enqueue(build: () => Promise<T>): Promise<T> {
    if (pending > waiting) {
      throw new ServiceError(
        "OVERLOADED",
        `${pending} past states wait to be read; try again in ${RETRY_SECONDS} s, or ask for fewer blocks at a time.`,
        { retryAfterSeconds: RETRY_SECONDS },
      );
    }
    pending += 1;
    const own = queue.then(build).finally(() => {
      pending -= 1;
    });
    // A failed build is its caller's to handle; the next one starts either way.
    queue = own.catch(() => undefined);
    return own;
  }

  return {
    async get(key, build) {
      const known = built.get(key) ?? enqueue(build);
      built.delete(key);
      built.set(key, known);
      const [oldest] = built.keys();
      if (built.size > kept && oldest !== undefined) built.delete(oldest);
      try {
        return await known;
      } catch (error) {
        if (built.get(key) === known) built.delete(key);
        throw error;
      }
    },
  };
}
