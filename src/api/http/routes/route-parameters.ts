import { account, amount, integer, word } from "./parameters.ts";
import { STRATEGY_ALIASES } from "./transaction.ts";

/** Parameters of the endpoints that build a transaction, besides those that quote has too. */
export const routeParameters = {
  spender: account.optional().openapi({
    description: "Who spends tokenIn; default fromAddress. With `router` it has to be that.",
  }),
  refundReceiver: account
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
};
