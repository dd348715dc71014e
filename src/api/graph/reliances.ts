import { type SharedMap, sharedMap } from "../../lib/shared-map.ts";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";

/** Ids of the states that rely on a pool, by its id; some may be gone. */
export type Reliers = SharedMap<string, ReadonlySet<string>>;

/** Nothing relies on anything. */
export const NO_RELIERS: Reliers = sharedMap();

/** A state together with the family that understands it. */
interface Held {
  readonly protocol: Protocol;
  readonly state: PoolState;
}

/**
 * States after some of them changed, with all that rely on others given these as they are now.
 *
 * @param changed Ids that are new, differ or are gone.
 */
export function withReliances(
  { states, reliers }: { readonly states: SharedMap<string, Held>; readonly reliers: Reliers },
  changed: readonly string[],
) {
  const found = new Map<string, ReadonlySet<string>>();
  const affected = new Set<string>();
  for (const id of changed) {
    const held = states.get(id);
    const other = held?.protocol.reliance?.on(held.state) ?? null;
    if (other === null) continue;
    affected.add(id);
    const known = found.get(other) ?? reliers.get(other);
    if (known?.has(id) !== true) found.set(other, new Set([...(known ?? []), id]));
  }
  const after = reliers.with(found);
  for (const id of changed) for (const relier of after.get(id) ?? []) affected.add(relier);
  const given = new Map<string, Held>();
  for (const id of affected) {
    const held = states.get(id);
    if (held !== undefined) given.set(id, { ...held, state: givenOther(held, states) });
  }
  return { states: states.with(given), reliers: after, affected: new Set(given.keys()) };
}

function givenOther({ protocol, state }: Held, states: SharedMap<string, Held>): PoolState {
  const { reliance } = protocol;
  const other = reliance?.on(state) ?? null;
  if (reliance === undefined || other === null) return state;
  return reliance.given(state, states.get(other)?.state ?? null);
}
