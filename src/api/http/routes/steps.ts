import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { DefiToken, Position } from "../../../protocols/position.ts";
import type { EdgeAction } from "../../../protocols/protocol.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";
import { paidBy, spentBy } from "../../router/hop-tokens.ts";
import type { Hop } from "../../router/route.ts";
import { stepLegSchema, stepLegsOf } from "./legs.ts";
import { positionOf } from "./position-of.ts";
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
      description:
        "Deposit and redeem steps: `<chainId>:<tokenOut>:<underlying>`, one for each underlying token.",
    }),
    primary: addressOut.optional().openapi({
      description:
        "Contract that takes the deposit; on deposits into positions that issue no token, and on every deposit of their route.",
    }),
    legs: z
      .array(stepLegSchema)
      .optional()
      .openapi({ description: "With include=legs: the pools that the step is split over." }),
  })
  .openapi("RouteStep");

interface StepGroup {
  readonly action: EdgeAction;
  readonly tokensIn: readonly Address[];
  readonly tokensOut: readonly Address[];
  readonly slugs: Set<string>;
  /** What the first hop goes through. */
  readonly edge: GraphEdge;
  readonly hops: Hop[];
}

export type Step = z.output<typeof stepSchema>;

/**
 * The steps of a route in execution order. Hops of the same tokens and action are one step: of
 * their protocol when they share it, else a swap by `core`. All hops that spend a token follow each
 * other, so that the order stays one of execution.
 */
export function stepsOf(chainId: number, hops: readonly Hop[]): Step[] {
  return groupsOf(hops).map((group) => stepOf(chainId, group));
}

/** Steps, each with its legs; of the same hops in the same order. */
export function withLegs(steps: readonly Step[], hops: readonly Hop[]): Step[] {
  const groups = groupsOf(hops);
  return steps.map((step, i) => ({ ...step, legs: stepLegsOf(groups[i]?.hops ?? []) }));
}

/** As `stepsOf`, of a route into a position that issues no token: deposits say where they go. */
export function stepsIntoPosition(chainId: number, hops: readonly Hop[]): Step[] {
  return groupsOf(hops).map((group): Step => {
    const step = stepOf(chainId, group);
    if (step.action !== "deposit") return step;
    return {
      ...step,
      primary:
        step.primary ??
        issuedBy(group.edge, group.edge.tokenOut)?.primaryAddress ??
        group.edge.tokenOut,
    };
  });
}

function groupsOf(hops: readonly Hop[]): readonly StepGroup[] {
  const groups = new Map<string, StepGroup>();
  for (const hop of hops) {
    const { edge } = hop;
    const { action, state } = edge;
    const [tokensIn, tokensOut] = [spentBy(hop), paidBy(hop)];
    const key = `${action}:${tokensIn.join()}:${tokensOut.join()}`;
    const group = groups.get(key) ?? {
      action,
      tokensIn,
      tokensOut,
      slugs: new Set(),
      edge,
      hops: [],
    };
    group.slugs.add(state.slug);
    group.hops.push(hop);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function stepOf(chainId: number, { action, tokensIn, tokensOut, slugs, edge }: StepGroup): Step {
  const [slug = CORE, ...others] = slugs;
  if (action === "swap" || others.length > 0) {
    const protocol = others.length > 0 ? CORE : slug;
    return { action: "swap", protocol, tokenIn: [...tokensIn], tokenOut: [...tokensOut] };
  }
  const position = positionOf(edge);
  const outs = position === undefined ? tokensOut : [position.address];
  return {
    action,
    protocol: slug,
    tokenIn: [...tokensIn],
    tokenOut: [...outs],
    positionInId: tokensIn.map((token) => `${chainId}:${token}`),
    positionOutId: outs.flatMap((token) =>
      underlyingOf(edge, position, token).map((underlying) => `${chainId}:${token}:${underlying}`),
    ),
    ...(position !== undefined && { primary: position.primaryAddress }),
  };
}

/**
 * What an output stands for: of a deposit the issuer's underlying tokens, else the token itself.
 */
function underlyingOf(
  edge: GraphEdge,
  position: Position | undefined,
  tokenOut: Address,
): readonly Address[] {
  if (edge.action === "redeem") return [tokenOut];
  return (position ?? issuedBy(edge, tokenOut))?.underlyingTokens ?? [edge.tokenIn];
}

/** A token that an edge's state issues. */
function issuedBy({ protocol, state }: GraphEdge, token: Address): DefiToken | undefined {
  return protocol.defiTokens?.(state).find(({ address }) => address === token);
}
