import { setTimeout as sleep } from "node:timers/promises";

/** What became of the requests of a load. */
export interface LoadOutcome {
  /** Answered in full, by status. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Not answered: what the client was told. */
  readonly dropped: readonly string[];
}

const PROBE_MS = 20;

/**
 * Asks `url` over `connections` at once, each again and again, as a balancer does: until `readyUrl`
 * says that the service takes no more.
 */
export async function keepAsking(
  url: string,
  { connections, readyUrl }: { readonly connections: number; readonly readyUrl: string },
): Promise<LoadOutcome> {
  const byStatus = new Map<number, number>();
  const dropped: string[] = [];
  let isReady = true;
  const ask = async (): Promise<void> => {
    while (isReady) {
      try {
        const response = await fetch(url);
        await response.text();
        byStatus.set(response.status, (byStatus.get(response.status) ?? 0) + 1);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        dropped.push(cause instanceof Error ? cause.message : String(error));
      }
    }
  };
  const probe = async (): Promise<void> => {
    while (isReady) {
      await sleep(PROBE_MS);
      const response = await fetch(readyUrl);
      await response.text();
      isReady = response.ok;
    }
  };
  await Promise.all([probe(), ...Array.from({ length: connections }, ask)]);
  return { byStatus, dropped };
}
