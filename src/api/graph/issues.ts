import type { Address } from "viem";
import type { DefiToken, Position } from "../../protocols/position.ts";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import type { HeldState, Memory } from "./memory.ts";

/** A token that a state issues. */
export interface IssuedToken {
  readonly token: DefiToken;
  readonly protocol: Protocol;
  readonly state: PoolState;
}

/** A position that a state offers. */
export interface OpenPosition {
  readonly position: Position;
  readonly protocol: Protocol;
  readonly state: PoolState;
}

/** What the states of a memory issue: tokens by address, positions by key. */
export interface Issues {
  readonly tokens: ReadonlyMap<Address, IssuedToken>;
  readonly positions: ReadonlyMap<Address, OpenPosition>;
}

/** What all states issue. Where two issue the same, the first by id counts. */
export function issuesOf(memory: Memory): Issues {
  const tokens = new Map<Address, IssuedToken>();
  const positions = new Map<Address, OpenPosition>();
  for (const id of [...memory.states.keys()].sort()) {
    const held = memory.states.get(id);
    if (held === undefined) continue;
    for (const token of tokensOf(held)) {
      if (!tokens.has(token.address)) tokens.set(token.address, { token, ...held });
    }
    for (const position of positionsOf(held)) {
      if (!positions.has(position.key)) positions.set(position.key, { position, ...held });
    }
  }
  return { tokens, positions };
}

/**
 * The issues after some states changed; null when a state issues something it did not issue before,
 * or no longer does.
 *
 * @param previous What the states issued at `before`.
 */
export function updateIssues(
  previous: Issues,
  before: ReadonlyMap<string, HeldState>,
  { memory, touched }: { readonly memory: Memory; readonly touched: ReadonlySet<string> },
): Issues | null {
  const tokens = new Map(previous.tokens);
  const positions = new Map(previous.positions);
  for (const id of touched) {
    const [old, held] = [before.get(id), memory.states.get(id)];
    const [oldTokens, oldPositions] = [old ? tokensOf(old) : [], old ? positionsOf(old) : []];
    const [newTokens, newPositions] = [held ? tokensOf(held) : [], held ? positionsOf(held) : []];
    const isSame =
      oldTokens.length === newTokens.length &&
      oldPositions.length === newPositions.length &&
      oldTokens.every((token, i) => token.address === newTokens[i]?.address) &&
      oldPositions.every((position, i) => position.key === newPositions[i]?.key);
    if (!isSame) return null;
    if (held === undefined) continue;
    for (const token of newTokens) {
      if (tokens.get(token.address)?.state.id === id) tokens.set(token.address, { token, ...held });
    }
    for (const position of newPositions) {
      if (positions.get(position.key)?.state.id !== id) continue;
      positions.set(position.key, { position, ...held });
    }
  }
  return { tokens, positions };
}

function tokensOf({ protocol, state }: HeldState): readonly DefiToken[] {
  return protocol.defiTokens?.(state) ?? [];
}

function positionsOf({ protocol, state }: HeldState): readonly Position[] {
  return protocol.positions?.(state) ?? [];
}
