import type { TransactionAnswer } from "../../trade/pipeline.ts";
import { amountOut, integerOut } from "./values.ts";

/** The amount that was looked for. */
export const amountInSchema = amountOut.optional().openapi({
  description:
    "With amountOut: the smallest amount of tokenIn, fee included, whose route gives that.",
});

/** The slippage that was looked for. */
export const slippageSchema = integerOut.optional().openapi({
  description: "With slippage=auto: what it came to, basis points.",
  example: 12,
});

/** The field `amountIn` of an answer, where it was looked for. */
export function amountInOf(
  { amountOut: asked }: { readonly amountOut?: bigint | undefined },
  { inputs }: Pick<TransactionAnswer, "inputs">,
) {
  const [input] = inputs;
  return asked === undefined || input === undefined ? {} : { amountIn: input.amount.toString() };
}

/** The field `slippage` of an answer, where it was looked for. */
export function slippageOf(
  { slippage }: { readonly slippage?: number | "auto" | undefined },
  { slippageBps }: Pick<TransactionAnswer, "slippageBps">,
) {
  return slippage === "auto" && slippageBps !== null ? { slippage: slippageBps } : {};
}
