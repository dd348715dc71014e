import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Hop } from "../router/route.ts";

/**
 * Length of an address in hexadecimal; ids inside singleton contracts are longer and hold nothing
 * themselves.
 */
const ADDRESS_LENGTH = 42;

/** Pools that hold a token, by snapshot. */
const known = new WeakMap<Snapshot, Map<Address, readonly Address[]>>();

/**
 * Finds pools that hold a token and are not part of any of the hops, those that hold most first:
 * their tokens may be lent to a simulated payer.
 */
export function holdersOf(
  snapshot: Snapshot,
  hops: readonly Hop[],
): (token: Address) => readonly Address[] {
  const used = new Set(hops.map((hop) => hop.edge.state.id));
  return (token) => {
    if (token === NATIVE) return [];
    return poolsOf(snapshot, token).filter((id) => !used.has(id));
  };
}

/** All that hold some of it, by how much. */
function poolsOf(snapshot: Snapshot, token: Address): readonly Address[] {
  const ofSnapshot = known.get(snapshot) ?? new Map<Address, readonly Address[]>();
  known.set(snapshot, ofSnapshot);
  let pools = ofSnapshot.get(token);
  if (pools === undefined) {
    const held = new Map<Address, bigint>();
    for (const { protocol, state } of snapshot.edges.get(token) ?? []) {
      if (!isAddress(state.id) || held.has(state.id)) continue;
      const amounts = protocol.holdings(state, snapshot.next);
      held.set(state.id, amounts.find((one) => one.token === token)?.amount ?? 0n);
    }
    pools = [...held.entries()]
      .sort(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1))
      .map(([id]) => id);
    ofSnapshot.set(token, pools);
  }
  return pools;
}

function isAddress(id: string): id is Address {
  return id.length === ADDRESS_LENGTH;
}
