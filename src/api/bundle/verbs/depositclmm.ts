import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { ZERO_ADDRESS } from "../../../lib/address.ts";
import type { TickRange } from "../../../protocols/range-positions.ts";
import type { Amount } from "../action.ts";
import { oneLimit, otherTokens } from "../argument-rules.ts";
import {
  address,
  addresses,
  amountOrZero,
  amountsOrZero,
  minimum,
  poolKeyPart,
  recipient,
  SLIPPAGE_MEANS,
  slippage,
  ticks,
} from "../argument-schemas.ts";
import { limitOf, sentLimit } from "../limit.ts";
import { among } from "../outputs.ts";
import { compileRangeDeposit, type RangeDepositAction } from "../range-deposit.ts";
import { pairOf } from "../range-place.ts";
import { type Fault, type Reading, understood } from "../reading.ts";
import { sentAmount } from "../sent-values.ts";
import { type Unplaced, type Verb, verb } from "../verb.ts";

const OUTPUTS = 4;

/** What says which range of which pool, or which NFT. */
interface Named {
  readonly ticks?: TickRange | undefined;
  readonly tokenId?: Amount | undefined;
  readonly poolFee?: number | undefined;
  readonly tickSpacing?: number | undefined;
  readonly hook?: Address | undefined;
}

/** Adds liquidity in a range of prices, which an NFT stands for. */
export const depositclmm: Verb<RangeDepositAction> = verb({
  name: "depositclmm",
  offeredBy: [],
  operation: null,
  isOfRanges: true,
  isListed: true,
  isExtension: true,
  isPlanned: true,
  args: z
    .strictObject({
      tokenIn: addresses.describe("The two tokens of the pool, in any order."),
      tokenOut: address.describe("Contract of the position NFTs."),
      amountIn: amountsOrZero.describe(
        "Most of each token that may be taken, as long as tokenIn; one may be 0.",
      ),
      ticks: ticks
        .optional()
        .describe("Lower and upper tick of the range, for a new NFT; multiples of the spacing."),
      poolFee: poolKeyPart
        .optional()
        .describe("Fee of the pool in hundredths of a basis point, where pools have several."),
      tickSpacing: poolKeyPart
        .optional()
        .describe("Tick spacing of the pool, where that tells pools apart."),
      hook: address.optional().describe("Hook of the pool; none when left out."),
      tokenId: amountOrZero
        .optional()
        .describe("NFT of the wallet to add to, in place of ticks and the pool."),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimum.optional().describe("Least liquidity, in place of slippage."),
      receiver: recipient
        .optional()
        .describe("Account that gets the new NFT, instead of the wallet."),
    })
    .check(otherTokens, oneLimit),
  action: (args): Reading<Unplaced<RangeDepositAction>> => {
    const { receiver } = args;
    const tokenIn = pairOf(args.tokenIn, "tokenIn");
    const amountIn = pairOf(args.amountIn, "amountIn");
    const into = intoOf(args, receiver);
    if (!tokenIn.ok || !amountIn.ok || !into.ok) {
      const faults = [tokenIn, amountIn, into].flatMap((each) => (each.ok ? [] : each.faults));
      return { ok: false, faults };
    }
    return understood({
      kind: "depositclmm",
      ...{ tokenIn: tokenIn.value, tokenOut: args.tokenOut, amountIn: amountIn.value },
      into: into.value,
      limit: limitOf(args),
      ...(receiver !== undefined && { receiver }),
    });
  },
  sent: ({ tokenIn, tokenOut, amountIn, into, limit, receiver }) => ({
    ...{ tokenIn, tokenOut, amountIn: amountIn.map(sentAmount) },
    ...(into.kind === "nft"
      ? { tokenId: sentAmount(into.tokenId) }
      : {
          ticks: [into.range.lower.toString(), into.range.upper.toString()],
          ...(into.feePips !== null && { poolFee: into.feePips.toString() }),
          ...(into.tickSpacing !== null && { tickSpacing: into.tickSpacing.toString() }),
          ...(into.hooks !== ZERO_ADDRESS && { hook: into.hooks }),
        }),
    ...sentLimit(limit),
    ...(receiver !== undefined && { receiver }),
  }),
  amounts: ({ amountIn, into }) => [...amountIn, into.kind === "nft" ? into.tokenId : null],
  outputFault: (_, index) => among(OUTPUTS, index),
  compile: compileRangeDeposit,
});

function intoOf(
  { ticks: range, tokenId, poolFee, tickSpacing, hook }: Named,
  receiver: Address | undefined,
): Reading<RangeDepositAction["into"]> {
  if (tokenId === undefined) {
    if (range === undefined) {
      const message = "is required for a new NFT; give tokenId to add to one";
      return { ok: false, faults: [{ path: ["ticks"], message }] };
    }
    const key = { feePips: poolFee ?? null, tickSpacing: tickSpacing ?? null };
    return understood({ kind: "range", range, ...key, hooks: hook ?? ZERO_ADDRESS });
  }
  const others = { ticks: range, poolFee, tickSpacing, hook, receiver };
  const faults = Object.entries(others).flatMap(([name, value]): readonly Fault[] =>
    value === undefined ? [] : [{ path: [name], message: "is what the NFT says; leave it out" }],
  );
  return faults.length > 0 ? { ok: false, faults } : understood({ kind: "nft", tokenId });
}
