import type { Address } from "viem";
import type { Protocol } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";

/** What the index knows of a pool of two tokens. */
export interface KnownPool {
  readonly slug: string;
  /** token0 and token1; null for a pool that cannot be traded in now. */
  readonly tokens: readonly [Address, Address] | null;
}

/** What is known of one chain when a transaction is read. */
export interface ChainKnowledge {
  readonly chainId: number;
  /** Seconds since the epoch, of the next block. */
  readonly now: bigint;
  readonly isListed: (token: Address) => boolean;
  /** Null for a pool that is not in the index. */
  readonly pool: (address: Address) => KnownPool | null;
}

/** What a snapshot knows. */
export function knowledgeOf(snapshot: Snapshot, protocols: readonly Protocol[]): ChainKnowledge {
  return {
    chainId: snapshot.chainId,
    now: snapshot.next.timestamp,
    isListed: (token) => snapshot.tokens.has(token),
    pool: (address) => {
      // A position's contract may be none of those that its state is known by.
      const state = snapshot.pools.get(address) ?? snapshot.positions.get(address)?.state;
      if (state === undefined) return null;
      const { slug } = state;
      const protocol = protocols.find(({ deployments }) =>
        deployments.some((deployment) => deployment.slug === slug),
      );
      const edge = protocol?.edges(state)[0];
      if (edge === undefined) return { slug, tokens: null };
      const { tokenIn, tokenOut } = edge;
      return { slug, tokens: tokenIn < tokenOut ? [tokenIn, tokenOut] : [tokenOut, tokenIn] };
    },
  };
}
