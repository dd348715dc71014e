import { z } from "@hono/zod-openapi";
import { isObject } from "./reading.ts";

/**
 * What is known of the arguments when the rules between them are checked: any of them may have
 * failed its own check.
 */
type Checked = Readonly<Record<string, unknown>>;

function rule(path: string, message: string, holds: (args: Checked) => boolean) {
  return z.refine((args: unknown) => !isObject(args) || holds(args), {
    path: [path],
    message,
    when: () => true,
  });
}

/** A trade ends in another token than it starts from. */
export const otherToken = rule(
  "tokenOut",
  "must differ from tokenIn",
  ({ tokenIn, tokenOut }) => typeof tokenIn !== "string" || tokenIn !== tokenOut,
);

/** As `otherToken`, of lists; and no token stands twice on one side. */
export const otherTokens = rule(
  "tokenOut",
  "must not repeat a token, nor one of tokenIn",
  ({ tokenIn, tokenOut }) => {
    if (!Array.isArray(tokenIn) || !Array.isArray(tokenOut)) return true;
    return new Set([...tokenIn, ...tokenOut]).size === tokenIn.length + tokenOut.length;
  },
);

/** Every token given has its amount. */
export const amountEach = rule(
  "amountIn",
  "must be a list as long as tokenIn",
  ({ tokenIn, amountIn }) =>
    !Array.isArray(tokenIn) || !Array.isArray(amountIn) || tokenIn.length === amountIn.length,
);

/** The least that is accepted is stated once. */
export const oneLimit = rule(
  "minAmountOut",
  "excludes slippage; give one of them",
  ({ slippage, minAmountOut }) => slippage === undefined || minAmountOut === undefined,
);

/** Every token received has its minimum. */
export const minimumEach = rule(
  "minAmountOut",
  "must be a list as long as tokenOut",
  ({ tokenOut, minAmountOut }) =>
    !Array.isArray(tokenOut) ||
    !Array.isArray(minAmountOut) ||
    tokenOut.length === minAmountOut.length,
);

/** An amount for ERC-20, an id for ERC-721, both for ERC-1155. */
export const amountOrId = rule(
  "amount",
  "is required for ERC-20; for an NFT give its id",
  ({ amount, id }) => amount !== undefined || id !== undefined,
);
