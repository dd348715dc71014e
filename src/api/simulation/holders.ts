import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Hop } from "../router/route.ts";

/**
 * Length of an address in hexadecimal; ids inside singleton contracts are longer and hold nothing
 * themselves.
 */
const ADDRESS_LENGTH = 42;

/**
 * Finds pools that hold a token and are not part of any of the hops: their tokens may be lent to a
 * simulated payer.
 */
export function holdersOf(
  snapshot: Snapshot,
  hops: readonly Hop[],
): (token: Address) => readonly Address[] {
  const used = new Set(hops.map((hop) => hop.edge.state.id));
  return (token) => {
    if (token === NATIVE) return [];
    const pools = new Set((snapshot.edges.get(token) ?? []).map((edge) => edge.state.id));
    return [...pools].filter((id): id is Address => id.length === ADDRESS_LENGTH && !used.has(id));
  };
}
