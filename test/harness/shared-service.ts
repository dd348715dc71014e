import { rented } from "./rented-class.ts";
import { type RunningService, startRunningService } from "./service.ts";

/** Of the test file that runs; another one in the same process starts its own. */
let running: Promise<RunningService> | null = null;

/**
 * The service that all suites of a test file use one after the other: it takes longer to start than
 * most of them. Started on first use.
 *
 * @param chainIds The same for all suites of a file.
 */
export function sharedService(chainIds: readonly number[] = [1]): Promise<RunningService> {
  running ??= startRunningService({ chainIds, blockTimeMs: null, ...rented() });
  return running;
}

/** Ends it, if it was started; to be called when all suites are through. */
export async function stopSharedService(): Promise<void> {
  const ending = running;
  running = null;
  const service = await ending;
  await service?.stop();
  // What was not equal is 503 in the answer, which a suite may have expected.
  const [difference] = service?.compared.differences ?? [];
  if (difference !== undefined) throw new Error(difference);
}
