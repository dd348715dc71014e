/**
 * Blocks behind the newest from which on Ponder holds one for final, whatever the node says: a
 * deeper reorganisation it treats as unrecoverable, and rows that begin with a later block are
 * under no reorganisation's roll back.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/finality.ts
 */
export function finalityBlocks(chainId: number): number {
  return COUNTS[chainId] ?? 30;
}

const COUNTS: Readonly<Record<number, number>> = { 1: 65, 137: 200, 42161: 240 };
