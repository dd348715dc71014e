import type { PoolState } from "../../protocols/protocol.ts";
import type { Published } from "../graph/follower.ts";
import type { HeldState, Memory, Touched } from "../graph/memory.ts";
import type { ChangedState, GraphNews, WholeState } from "./messages.ts";

/** A state as it is sent to who knows none of its pool. */
export function wholeState({ protocol, state }: HeldState): WholeState {
  return { family: protocol.family, state };
}

/**
 * What who knows `before` has to be told to know `after`.
 *
 * @param touched Holds whatever differs, and may hold more.
 */
export function newsBetween(before: Published, after: Published, touched: Touched): GraphNews {
  const states: (WholeState | ChangedState)[] = [];
  const goneStates: string[] = [];
  for (const id of touched.states) {
    const held = after.memory.states.get(id);
    if (held === undefined) goneStates.push(id);
    else states.push(changed(before.memory.states.get(id), held));
  }
  const touchedTokens = [...touched.tokens];
  const rows = touchedTokens.map((address) => after.memory.tokens.get(address));
  return {
    head: after.head,
    ...{ states, goneStates, touchedTokens },
    tokens: rows.filter((row) => row !== undefined),
    goneTokens: touchedTokens.filter((_, i) => rows[i] === undefined),
    accepted: before.accepted === after.accepted ? [] : [...after.accepted],
    priceFeeds: after.memory.priceFeeds,
  };
}

/** Ids of states that are not the same objects in both. */
export function changedStates(before: Memory, after: Memory): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [id, held] of after.states) if (before.states.get(id) !== held) ids.add(id);
  for (const id of before.states.keys()) if (!after.states.has(id)) ids.add(id);
  return ids;
}

function changed(before: HeldState | undefined, after: HeldState): WholeState | ChangedState {
  if (before === undefined || before.protocol !== after.protocol) return wholeState(after);
  const old = new Map<string, unknown>(Object.entries(before.state));
  const members: Record<string, unknown> = {};
  const entries = Object.entries(after.state);
  for (const [name, value] of entries) {
    // A member that is new has no place among the old ones.
    if (!old.has(name)) return wholeState(after);
    if (old.get(name) !== value) members[name] = value;
  }
  if (entries.length !== old.size) return wholeState(after);
  return { id: after.state.id, members: members as Partial<PoolState> };
}
