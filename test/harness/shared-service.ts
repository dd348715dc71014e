import { type RunningService, startRunningService } from "./service.ts";

/** Of this process, which Vitest starts anew for each file. */
let running: Promise<RunningService> | null = null;

/** The service on chain 1 that all suites of a test file use one after the other: it takes longer to start than most of them. Started on first use. */
export function sharedService(): Promise<RunningService> {
  running ??= startRunningService({ chainIds: [1], blockTimeMs: null });
  return running;
}

/** Ends it, if it was started; to be called when all suites are through. */
export async function stopSharedService(): Promise<void> {
  const service = await running;
  await service?.stop();
  // What was not equal is 503 in the answer, which a suite may have expected.
  const [difference] = service?.compared.differences ?? [];
  if (difference !== undefined) throw new Error(difference);
}
