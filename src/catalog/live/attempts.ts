import { setTimeout as sleep } from "node:timers/promises";

const RETRIES = 9;
const FIRST_DELAY_MS = 125;

/**
 * Makes a request until it succeeds, ten times within a minute at the most, as Ponder does for its
 * own.
 *
 * @param onFailure Called with each failure and the attempt that it ended, from 1; may throw what
 *   is to be thrown instead of trying again.
 * @param wait What passes the time between two attempts.
 * @throws What the last attempt fails with.
 */
export async function retried<T>(
  request: () => Promise<T>,
  onFailure: (error: unknown, attempt: number) => Promise<void> | void = () => undefined,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt > RETRIES) throw error;
      await onFailure(error, attempt);
      await wait(FIRST_DELAY_MS * 2 ** (attempt - 1));
    }
  }
}
