import { routeInclude } from "./include.ts";
import { account, amount, deadline, parameter, recipient, word } from "./parameters.ts";
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
  slippage: parameter('"auto", or an integer from 0 to 10000', (text) => {
    if (text.toLowerCase() === "auto") return "auto" as const;
    return /^\d{1,5}$/.test(text) && Number(text) <= 10_000 ? Number(text) : undefined;
  })
    .optional()
    .openapi({
      type: "string",
      pattern: "^([0-9]{1,5}|[aA][uU][tT][oO])$",
      description:
        "Largest accepted loss in basis points, 0 to 10000; or `auto`: 5 to 300, as far as the prices of the route's own pools moved in five blocks of the last hour. Exclusive with minAmountOut.",
      default: "50",
    }),
  include: routeInclude,
  minAmountOut: amount.optional().openapi({
    description: "Least accepted amount of the output. Exclusive with slippage.",
  }),
  deadline: deadlineParameter,
  permit: permitParameter,
};
