import type { Protocol } from "../../../protocols/protocol.ts";

/**
 * The first block of a chain that is indexed.
 *
 * @param startBlock What the environment sets; null: each deployment's own start.
 */
export function earliestBlockOf(
  protocols: readonly Protocol[],
  { chainId, startBlock }: { readonly chainId: number; readonly startBlock: number | null },
): number {
  if (startBlock !== null) return startBlock;
  const starts = protocols.flatMap(({ deployments }) =>
    deployments.flatMap(({ chains }) => chains[chainId]?.startBlock ?? []),
  );
  return starts.length === 0 ? 0 : Math.min(...starts);
}
