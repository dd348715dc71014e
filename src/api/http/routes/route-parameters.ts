import { account, amount, deadline, integer, recipient, word } from "./parameters.ts";
import { STRATEGY_ALIASES } from "./transaction.ts";

/** When the transaction ends to be valid. */
export const deadlineParameter = deadline.optional().openapi({
  description:
    "Last second at which the transaction is valid: since the epoch, or with a plus sign after the block that it is made for.",
  default: "+3600",
});

/** The standard by which the sender signs for the inputs. */
export const permitParameter = word(["eip2612", "permit2"], {}).optional().openapi({
  description:
    "Standard by which fromAddress signs instead of approving the router, with `router` alone: `eip2612`, the token's own, or `permit2`, for which Permit2 is approved once.",
});

/** Parameters of the endpoints that build a transaction, besides those that quote has too. */
export const routeParameters = {
  spender: account.optional().openapi({
    description: "Who spends tokenIn; default fromAddress. With `router` it has to be that.",
  }),
  refundReceiver: recipient
    .optional()
    .openapi({ description: "Who gets what is left over; default fromAddress." }),
  routingStrategy: word(["router", "delegate", "corewallet"], STRATEGY_ALIASES)
    .optional()
    .openapi({ description: "How the transaction is executed.", default: "router" }),
  slippage: integer(0, 10_000).optional().openapi({
    description: "Largest accepted loss in basis points. Exclusive with minAmountOut.",
    default: 50,
  }),
  minAmountOut: amount.optional().openapi({
    description: "Least accepted amount of the output. Exclusive with slippage.",
  }),
  deadline: deadlineParameter,
  permit: permitParameter,
};
