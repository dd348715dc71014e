import { NATIVE } from "../../../lib/address.ts";
import { momentParameters, momentRule, rule } from "./moment-parameters.ts";
import {
  ADDRESS_ITEM,
  AMOUNT_ITEM,
  account,
  address,
  amount,
  flag,
  inputList,
  integer,
  parameter,
  recipient,
  slugs,
} from "./parameters.ts";

const NATIVE_HINT =
  "Any letter case; 0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee is the native currency of the chain.";

/**
 * Parameters of other services that are known to be meant, as they would change the transaction,
 * and are refused.
 */
export const refusedParameters = {
  destinationChainId: integer(1, Number.MAX_SAFE_INTEGER).optional().openapi({
    description: "Has to be chainId: a transaction is of one chain.",
  }),
  ignoreStandards: parameter(
    "left out: standards are not told apart; send ignoreProtocols",
    (text) => (text === "" ? text : undefined),
  )
    .optional()
    .openapi({ type: "string", maxLength: 0, description: "Not supported; see ignoreProtocols." }),
};

/** Parameters that route and quote share. */
export const tradeParameters = {
  chainId: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Chain of the transaction.", default: 1, example: 1 }),
  fromAddress: account.openapi({
    description: "Wallet that sends the transaction. It needs no funds for an answer.",
    example: "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
  }),
  tokenIn: inputList(address, ADDRESS_ITEM).openapi({
    description: `Token to swap or enter from; or up to five, all sold in one transaction. ${NATIVE_HINT}`,
    example: ["0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"],
  }),
  amountIn: inputList(amount, AMOUNT_ITEM)
    .optional()
    .openapi({
      description:
        "Amount of each tokenIn in its smallest unit (wei), fee included. Required without amountOut.",
      example: ["1000000000000000000"],
    }),
  amountOut: amount.optional().openapi({
    description:
      "In place of amountIn, with one tokenIn: what is to be received at least, smallest unit. The smallest amountIn whose route gives it is looked for, and answered.",
  }),
  tokenOut: address.openapi({
    description: `Token to receive. ${NATIVE_HINT}`,
    example: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  }),
  fee: integer(0, 100).optional().openapi({
    description:
      "Basis points of each amountIn that feeReceiver gets, rounded down. Above 0 it needs feeReceiver.",
    example: 10,
  }),
  feeReceiver: recipient
    .optional()
    .openapi({ description: "Who gets the fee; ignored without fee." }),
  onlyProtocols: slugs
    .optional()
    .openapi({ description: "Slugs of the protocols to use; no other is used." }),
  ...refusedParameters,
  ignoreProtocols: slugs.optional().openapi({ description: "Slugs of protocols not to use." }),
  maxLegs: integer(1, 100).optional().openapi({
    description:
      "Most hops of the route, all branches counted, wrapping of the native currency not. Without it the gas that a transaction may have is the only limit.",
  }),
  ...momentParameters,
  explain: flag.optional().openapi({
    description: "Whether to add how the answer came about.",
    default: false,
  }),
};

/**
 * Rules between the parameters, checked also when some parameter is bad, so that all is named at
 * once.
 */
export const tradeRules = [
  rule(
    "tokenOut",
    "must differ from tokenIn",
    ({ tokenIn, tokenOut }) => !Array.isArray(tokenIn) || !tokenIn.includes(tokenOut),
  ),
  rule(
    "tokenIn",
    "must not name a token twice",
    ({ tokenIn }) => !Array.isArray(tokenIn) || new Set(tokenIn).size === tokenIn.length,
  ),
  rule(
    "amountIn",
    "must have as many values as tokenIn",
    ({ tokenIn, amountIn }) =>
      !Array.isArray(tokenIn) || !Array.isArray(amountIn) || tokenIn.length === amountIn.length,
  ),
  rule(
    "amountIn",
    "is required, or amountOut in its place",
    (query) => "amountIn" in query || "amountOut" in query,
  ),
  rule(
    "amountOut",
    "is exclusive with amountIn; send one of them",
    (query) => !("amountIn" in query && "amountOut" in query),
  ),
  rule(
    "amountOut",
    "takes one tokenIn; send amountIn for several",
    ({ tokenIn, amountOut }) =>
      amountOut === undefined || !Array.isArray(tokenIn) || tokenIn.length <= 1,
  ),
  rule(
    "feeReceiver",
    "is required with a fee above 0",
    ({ fee, feeReceiver }) => !(typeof fee === "number" && fee > 0) || feeReceiver !== undefined,
  ),
  momentRule,
] as const;

/** The rules of what builds a transaction. */
export const routeRules = [
  rule(
    "minAmountOut",
    "is exclusive with slippage; send one of them",
    ({ slippage, minAmountOut }) => slippage === undefined || minAmountOut === undefined,
  ),
  rule(
    "tokenIn",
    "has the native currency, for which there is nothing to sign; leave permit out, or sell its wrapped token",
    ({ permit, tokenIn }) =>
      permit === undefined || !Array.isArray(tokenIn) || !tokenIn.includes(NATIVE),
  ),
  rule(
    "permit",
    "eip2612 signs for one token alone; use permit2 for several",
    ({ permit, tokenIn }) =>
      permit !== "eip2612" || !Array.isArray(tokenIn) || tokenIn.length === 1,
  ),
  rule(
    "include",
    "has calls, safe or userop, which hold no signature and are sent now: they are exclusive with permit, blockNumber and timestamp",
    ({ include, permit, blockNumber, timestamp }) =>
      !isBuilt(include) || [permit, blockNumber, timestamp].every((each) => each === undefined),
  ),
] as const;

function isBuilt(include: unknown): boolean {
  return Array.isArray(include) && ["calls", "safe", "userop"].some((one) => include.includes(one));
}
