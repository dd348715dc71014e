import type { Address } from "viem";

/** Names of which something was found out lately. */
export interface RecentNames {
  add(name: Address): void;
  /** Whether it was added within the hour. */
  has(name: Address): boolean;
  clear(): void;
}

const REMEMBERED_MS = 3_600_000;
/** Names that are remembered; anybody can name as many as they like. */
const MOST_REMEMBERED = 50_000;

/** No names yet. @param onFull Called as all are forgotten, to make room. */
export function createRecentNames(onFull: () => void = () => undefined): RecentNames {
  const addedAtMs = new Map<Address, number>();
  return {
    add(name) {
      if (addedAtMs.size >= MOST_REMEMBERED) {
        addedAtMs.clear();
        onFull();
      }
      addedAtMs.set(name, performance.now());
    },
    has(name) {
      const atMs = addedAtMs.get(name);
      return atMs !== undefined && performance.now() - atMs < REMEMBERED_MS;
    },
    clear: () => addedAtMs.clear(),
  };
}
