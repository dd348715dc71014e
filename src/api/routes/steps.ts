import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { EdgeAction } from "../../protocols/protocol.ts";
import type { Hop } from "../router/route.ts";
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
      description: "Deposit and redeem steps: `<chainId>:<tokenOut>:<underlying>`.",
    }),
  })
  .openapi("RouteStep");

interface StepGroup {
  readonly action: EdgeAction;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly slugs: Set<string>;
}

export type Step = z.output<typeof stepSchema>;

/**
 * The steps of a route in execution order. Hops of the same tokens and action are one step: of their protocol when they share it,
 * else a swap by `core`. All hops that spend a token follow each other, so that the order stays one of execution.
 */
export function stepsOf(chainId: number, hops: readonly Hop[]): Step[] {
  const groups = new Map<string, StepGroup>();
  for (const { edge } of hops) {
    const { action, tokenIn, tokenOut, state } = edge;
    const key = `${action}:${tokenIn}:${tokenOut}`;
    const group = groups.get(key) ?? { action, tokenIn, tokenOut, slugs: new Set() };
    group.slugs.add(state.slug);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ action, tokenIn, tokenOut, slugs }): Step => {
    const [slug = CORE, ...others] = slugs;
    if (action === "swap" || others.length > 0) {
      const protocol = others.length > 0 ? CORE : slug;
      return { action: "swap", protocol, tokenIn: [tokenIn], tokenOut: [tokenOut] };
    }
    const underlying = action === "deposit" ? tokenIn : tokenOut;
    return {
      action,
      protocol: slug,
      tokenIn: [tokenIn],
      tokenOut: [tokenOut],
      positionInId: [`${chainId}:${tokenIn}`],
      positionOutId: [`${chainId}:${tokenOut}:${underlying}`],
    };
  });
}
