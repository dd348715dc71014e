import type { Address } from "viem";
import { lower } from "../../src/lib/address.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { tokenBySymbol } from "../token-list.ts";
import { depth, type Market } from "./depth.ts";
import type { V3Plan, Venue } from "./pool-plan.ts";
import { type Shape, shapeV3 } from "./pool-shape.ts";
import { createRandom } from "./random.ts";

/** Pairs by shape, with the tick spacing and the fee in hundredths of a basis point. */
export type SpacedPools = Readonly<
  Record<Shape, readonly (readonly [string, string, number, number])[]>
>;

/** Where and what pools are that their tick spacing tells apart. */
export interface SpacedVenue {
  readonly venue: Venue;
  readonly family: DevnetPool["family"];
  /** Of random numbers. */
  readonly seed: string;
  readonly pools: SpacedPools;
  /** Of a pool of two tokens, lower one first. */
  addressOf(token0: Address, token1: Address, tickSpacing: number): Address;
}

/** Those pools, with their liquidity at the tokens' prices. */
export function planSpaced(
  tokens: readonly DevnetToken[],
  { venue, family, seed, pools, addressOf }: SpacedVenue,
): readonly { readonly plan: V3Plan; readonly entry: DevnetPool }[] {
  const market: Market = { tokens, random: createRandom(seed) };
  return (["pegged", "volatile"] as const).flatMap((shape) =>
    pools[shape].map(([a, b, tickSpacing, fee]) => {
      const both = [tokenBySymbol(tokens, a), tokenBySymbol(tokens, b)] as const;
      const tvlUsd = depth(market, both);
      const plan = shapeV3(venue, both, { fee, spacing: tickSpacing, tvlUsd, shape });
      const [token0, token1] = [plan.token0.address, plan.token1.address];
      const address = lower(addressOf(token0, token1, tickSpacing));
      const terms = { feePips: plan.fee, tickSpacing, recorded: false };
      return { plan, entry: { address, family, venue: venue.name, ...terms, token0, token1 } };
    }),
  );
}
