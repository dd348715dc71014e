import { z } from "@hono/zod-openapi";
import type { PoolState } from "../../../protocols/protocol.ts";
import type { Hop } from "../../router/route.ts";
import { positionOf } from "./position-of.ts";
import { addressOut, amountOut, integerOrNullOut } from "./values.ts";

/** A trade of a route in one pool. */
export const legSchema = z.object({
  venue: z.string().openapi({ description: "Slug of the protocol." }),
  action: z.enum(["swap", "deposit", "redeem"]),
  pool: z.string().openapi({ description: "Address of the pool, or its id." }),
  tokenIn: addressOut,
  tokenOut: addressOut,
  amountIn: amountOut,
  amountOut,
  fee: integerOrNullOut.openapi({
    description:
      "Fee of the pool in hundredths of a basis point (3000 is 0.3 %); null when it has no fixed one.",
  }),
  gas: amountOut.openapi({ description: "Estimated gas of the leg." }),
  beside: z
    .array(z.object({ token: addressOut, amount: amountOut }))
    .optional()
    .openapi({
      description:
        "Of a leg that pays several tokens in for a share, those besides `tokenIn`; of one that burns a share for several, those besides `tokenOut`.",
    }),
});

/** A leg with its part of the step that it belongs to. */
export const stepLegSchema = legSchema
  .extend({
    share: z.number().openapi({
      description: "Part of the step's input that goes through it, 0 to 1.",
      example: 0.62,
    }),
  })
  .openapi("StepLeg");

export type Leg = z.output<typeof legSchema>;
export type StepLeg = z.output<typeof stepLegSchema>;

/** Digits of a share after the point. */
const SHARE_DIGITS = 6;
const MILLION = 1_000_000n;

/** A hop as answers show it. */
export function legOf(hop: Hop): Leg {
  return {
    venue: hop.edge.state.slug,
    action: hop.edge.action,
    pool: hop.edge.state.id,
    tokenIn: hop.edge.tokenIn,
    tokenOut: positionOf(hop.edge)?.address ?? hop.edge.tokenOut,
    amountIn: hop.amountIn.toString(),
    amountOut: hop.amountOut.toString(),
    fee: fixedFeePips(hop.edge.state),
    gas: hop.gas.toString(),
    ...(hop.beside !== undefined && {
      beside: hop.beside.map(({ token, amount }) => ({ token, amount: amount.toString() })),
    }),
  };
}

/** The hops of one step, with their parts of its input. */
export function stepLegsOf(hops: readonly Hop[]): StepLeg[] {
  const whole = hops.reduce((sum, { amountIn }) => sum + amountIn, 0n);
  return hops.map((hop) => {
    const millionths = whole === 0n ? 0n : (hop.amountIn * MILLION) / whole;
    return { ...legOf(hop), share: Number((Number(millionths) / 1e6).toFixed(SHARE_DIGITS)) };
  });
}

/** Pools with one fee for every trade keep it as `feePips` in their state. */
function fixedFeePips(state: PoolState): number | null {
  return "feePips" in state && typeof state.feePips === "number" ? state.feePips : null;
}
