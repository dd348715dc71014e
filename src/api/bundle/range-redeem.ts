import type { Address } from "viem";
import { addStages } from "../program/sequence-steps.ts";
import type { Amount, PlacedAction } from "./action.ts";
import {
  amountRegister,
  type CompiledAction,
  type Compiler,
  expectedAmount,
  outputKey,
  type Reported,
} from "./compiler.ts";
import type { Limit } from "./limit.ts";
import { addDemand, addMeasuredEach } from "./minimum.ts";
import {
  addFacts,
  addRead,
  FACTS,
  type KnownNft,
  knownNft,
  type RangePlace,
  rangePlaceOf,
  type TokenPair,
} from "./range-place.ts";

/** Taking liquidity, and what it has earned, out of an NFT. */
export interface RangeRedeemAction extends PlacedAction {
  readonly kind: "redeemclmm";
  /** The NFTs' contract. */
  readonly tokenIn: Address;
  readonly tokenOut: TokenPair;
  readonly tokenId: Amount;
  /** 0: what it has earned alone; null: all there is. */
  readonly liquidity: Amount | null;
  readonly limit: Limit;
}

/**
 * Compiles a withdrawal from an NFT, which pays what it has earned too. Where it takes all that the
 * NFT has, whatever that is by then, it ends the NFT. What arrives of each token has a minimum,
 * unless nothing does.
 */
export function compileRangeRedeem(compiler: Compiler, action: RangeRedeemAction): CompiledAction {
  const { builder } = compiler;
  const { index, tokenOut, limit } = action;
  const named = { nfts: action.tokenIn, tokens: tokenOut, tokensAre: "tokenOut" } as const;
  const place = rangePlaceOf(compiler, action, named);
  const { ranges, manager, tokens } = place;
  const nft = knownNft(compiler, action, { place, tokensAre: "tokenOut" });
  const tokenId = amountRegister(compiler, action.tokenId);
  const reported = addFacts(compiler, place, tokenId);
  demandHeld(compiler, action, reported);
  const takes = takesOf(compiler, action, nft);
  const liquidity = liquidityRegister(compiler, action, { place, tokenId, takes });
  const registers = addMeasuredEach(builder, tokenOut, () => {
    const stages = ranges.leave(manager, { tokens, takes });
    const on = { inputs: [tokenId, liquidity], to: builder.host.address };
    addStages(builder, { stages, pays: "caller" }, on);
  });
  const gained = tokenOut.map((_, output) => compiler.estimates.get(outputKey(index, output)));
  const isNothing = gained.every((gain) => gain === 0n);
  for (const [output, register] of registers.entries()) {
    // A position beside the price is of one token alone.
    if (gained[output] === 0n && !isNothing && limit.kind === "slippage") continue;
    addDemand(compiler, { index, output, register, planned: null, limit });
  }
  return {
    outputs: tokenOut.map((token, output) => {
      return { index: output, token, register: registers[output] ?? 0, expected: null };
    }),
    consumes: [],
    reported,
    step: {
      ...{ kind: "action", action: action.kind, protocol: action.protocol },
      ...{ tokenIn: [manager], tokenOut, primary: manager },
    },
  };
}

/** What is taken: "all" where that is asked for, or is what the simulation found there. */
function takesOf(
  compiler: Compiler,
  { liquidity }: RangeRedeemAction,
  nft: KnownNft | null,
): "fees" | "some" | "all" {
  if (liquidity === null) return "all";
  if (liquidity.kind === "literal" && liquidity.value === 0n) return "fees";
  const isAll = nft !== null && expectedAmount(compiler, liquidity) === nft.liquidity;
  return isAll && compiler.minimums !== "none" ? "all" : "some";
}

/** While amounts are being found out: reverts with both numbers where the NFT has less. */
function demandHeld(
  compiler: Compiler,
  { liquidity }: RangeRedeemAction,
  reported: readonly Reported[],
): void {
  const held = reported.find(({ index }) => index === FACTS.liquidity);
  const minimum = liquidity === null ? null : expectedAmount(compiler, liquidity);
  if (held === undefined || minimum === null || minimum === 0n) return;
  compiler.builder.add({ op: "at-least", in: held.register, minimum });
}

function liquidityRegister(
  compiler: Compiler,
  { liquidity }: RangeRedeemAction,
  on: {
    readonly place: RangePlace;
    readonly tokenId: number;
    readonly takes: "fees" | "some" | "all";
  },
): number {
  if (on.takes !== "all" && liquidity !== null) return amountRegister(compiler, liquidity);
  const reading = on.place.ranges.read(on.place.manager);
  return addRead(compiler, reading, on.tokenId)[reading.liquidity] ?? 0;
}
