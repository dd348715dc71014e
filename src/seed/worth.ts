import { toFunctionSelector } from "viem";
import { NATIVE } from "../lib/address.ts";
import type { Chain } from "../lib/chain.ts";
import type { Worth } from "./choice.ts";
import type { StateReader } from "./reader.ts";

/**
 * What a chain's dollar anchors are worth, a dollar each, and which tokens take their price from
 * them: its native one, wrapped and not, then its connectors.
 */
export async function worthOn(
  { usdAnchors, wrappedNative, connectors }: Chain,
  state: StateReader,
): Promise<Worth> {
  const answers = await state.product(usdAnchors, [
    { data: toFunctionSelector("decimals()"), words: 1 },
  ]);
  const known = new Map<string, number>();
  for (const [at, token] of usdAnchors.entries()) {
    const decimals = answers[at]?.[0]?.[0];
    if (decimals !== undefined && decimals < 256n) known.set(token, 10 ** -Number(decimals));
  }
  return { known, derived: [wrappedNative, NATIVE, ...connectors] };
}
