import { z } from "@hono/zod-openapi";
import { minimumEach, oneLimit, otherTokens } from "../argument-rules.ts";
import {
  address,
  addresses,
  amountOrZero,
  MINIMUM_MEANS,
  minimums,
  SLIPPAGE_MEANS,
  slippage,
} from "../argument-schemas.ts";
import { limitOf, sentLimit } from "../limit.ts";
import { among } from "../outputs.ts";
import { pairOf } from "../range-place.ts";
import { compileRangeRedeem, type RangeRedeemAction } from "../range-redeem.ts";
import { type Reading, understood } from "../reading.ts";
import { sentAmount } from "../sent-values.ts";
import { type Unplaced, type Verb, verb } from "../verb.ts";

/** Takes liquidity, and what it has earned, out of an NFT. */
export const redeemclmm: Verb<RangeRedeemAction> = verb({
  name: "redeemclmm",
  offeredBy: [],
  operation: null,
  isOfRanges: true,
  isListed: true,
  isExtension: true,
  isPlanned: false,
  paysOthers: true,
  args: z
    .strictObject({
      tokenIn: address.describe("Contract of the position NFTs."),
      tokenOut: addresses.describe("The two tokens of the pool, in any order."),
      tokenId: amountOrZero.describe("NFT of the wallet."),
      liquidity: amountOrZero
        .optional()
        .describe(
          "Liquidity to take out; 0 takes what it has earned alone. All of it ends the NFT, and is taken when left out.",
        ),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimums.optional().describe(MINIMUM_MEANS),
    })
    .check(otherTokens, oneLimit, minimumEach),
  action: (args): Reading<Unplaced<RangeRedeemAction>> => {
    const tokenOut = pairOf(args.tokenOut, "tokenOut");
    if (!tokenOut.ok) return tokenOut;
    return understood({
      kind: "redeemclmm",
      ...{ tokenIn: args.tokenIn, tokenOut: tokenOut.value, tokenId: args.tokenId },
      liquidity: args.liquidity ?? null,
      limit: limitOf(args),
    });
  },
  sent: ({ tokenIn, tokenOut, tokenId, liquidity, limit }) => ({
    ...{ tokenIn, tokenOut, tokenId: sentAmount(tokenId) },
    ...(liquidity !== null && { liquidity: sentAmount(liquidity) }),
    ...sentLimit(limit),
  }),
  amounts: ({ tokenId, liquidity }) => [tokenId, liquidity],
  outputFault: ({ tokenOut }, index) => among(tokenOut.length, index),
  compile: compileRangeRedeem,
});
