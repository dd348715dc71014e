import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { Position } from "../../../protocols/position.ts";
import type { EdgeAction } from "../../../protocols/protocol.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";
import type { Hop } from "../../router/route.ts";
import { addressOut } from "./values.ts";

/** Slug of the service's own swaps. */
const CORE = "core";

/** One step of a route. */
export const stepSchema = z
  .object({
    action: z.enum(["swap", "deposit", "redeem"]),
    protocol: z.string().openapi({
      description: "Slug of the protocol; `core` for a swap split over several protocols.",
      example: "uniswap-v3",
    }),
    tokenIn: z.array(addressOut),
    tokenOut: z.array(addressOut),
    positionInId: z.array(z.string()).optional().openapi({
      description: "Deposit and redeem steps: `<chainId>:<tokenIn>`.",
    }),
    positionOutId: z.array(z.string()).optional().openapi({
      description: "Deposit and redeem steps: `<chainId>:<tokenOut>:<underlying>_<underlying>…`.",
    }),
    primary: addressOut.optional().openapi({
      description: "Contract that takes the deposit; on deposits into non-tokenized positions.",
    }),
  })
  .openapi("RouteStep");

interface StepGroup {
  readonly action: EdgeAction;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly slugs: Set<string>;
  /** What the first hop goes through. */
  readonly edge: GraphEdge;
}

export type Step = z.output<typeof stepSchema>;

/**
 * The steps of a route in execution order. Hops of the same tokens and action are one step: of
 * their protocol when they share it, else a swap by `core`. All hops that spend a token follow each
 * other, so that the order stays one of execution.
 */
export function stepsOf(chainId: number, hops: readonly Hop[]): Step[] {
  const groups = new Map<string, StepGroup>();
  for (const { edge } of hops) {
    const { action, tokenIn, tokenOut, state } = edge;
    const key = `${action}:${tokenIn}:${tokenOut}`;
    const group = groups.get(key) ?? { action, tokenIn, tokenOut, slugs: new Set(), edge };
    group.slugs.add(state.slug);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ action, tokenIn, tokenOut, slugs, edge }): Step => {
    const [slug = CORE, ...others] = slugs;
    if (action === "swap" || others.length > 0) {
      const protocol = others.length > 0 ? CORE : slug;
      return { action: "swap", protocol, tokenIn: [tokenIn], tokenOut: [tokenOut] };
    }
    const position = positionOf(edge);
    const address = position?.address ?? tokenOut;
    return {
      action,
      protocol: slug,
      tokenIn: [tokenIn],
      tokenOut: [address],
      positionInId: [`${chainId}:${tokenIn}`],
      positionOutId: [`${chainId}:${address}:${underlyingOf(edge, position).join("_")}`],
      ...(position !== undefined && { primary: position.primaryAddress }),
    };
  });
}

/** The position that an edge leads into; none for a token. */
export function positionOf({ protocol, state, tokenOut }: GraphEdge): Position | undefined {
  return protocol.positions?.(state).find(({ key }) => key === tokenOut);
}

/**
 * What the output stands for: of a deposit the issuer's underlying tokens, else the tokens of the
 * hop.
 */
function underlyingOf(edge: GraphEdge, position: Position | undefined): readonly Address[] {
  if (edge.action === "redeem") return [edge.tokenOut];
  const issued = edge.protocol
    .defiTokens?.(edge.state)
    .find((candidate) => candidate.address === edge.tokenOut);
  return (position ?? issued)?.underlyingTokens ?? [edge.tokenIn];
}
