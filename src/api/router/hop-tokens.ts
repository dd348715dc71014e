import type { Address } from "viem";
import type { Liquidity, Share } from "../../protocols/liquidity.ts";
import type { Edge } from "../../protocols/protocol.ts";
import type { Hop, RouteInput } from "./route.ts";

/** What a hop spends and pays. */
export interface TokensOfHop extends Pick<Hop, "beside"> {
  readonly edge: Edge;
}

/** Tokens that a hop spends. */
export function spentBy({ edge, beside = [] }: TokensOfHop): readonly Address[] {
  const others = edge.action === "deposit" ? beside.map(({ token }) => token) : [];
  return [edge.tokenIn, ...others];
}

/** Tokens that a hop pays. */
export function paidBy({ edge, beside = [] }: TokensOfHop): readonly Address[] {
  const others = edge.action === "redeem" ? beside.map(({ token }) => token) : [];
  return [edge.tokenOut, ...others];
}

/** A family's ways with shares, and the share of a state. */
export interface LiquidityOf {
  readonly liquidity: Liquidity;
  readonly share: Share;
}

/** Those of the pool of a hop that takes or pays several tokens. */
export function liquidityOf({ edge, state }: Pick<Hop, "edge" | "state">): LiquidityOf {
  const { liquidity } = edge.protocol;
  const share = liquidity?.share(state) ?? null;
  if (liquidity === undefined || share === null) {
    throw new Error(`${edge.state.id} of ${edge.protocol.family} has no share of several tokens`);
  }
  return { liquidity, share };
}

/** Amounts by token in a share's order; 0 for those that are not given. */
export function inOrder({ tokens }: Share, given: readonly RouteInput[]): readonly bigint[] {
  return tokens.map((token) => given.find((each) => each.token === token)?.amount ?? 0n);
}
