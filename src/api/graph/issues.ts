import type { Address } from "viem";
import { type SharedMap, sharedMap } from "../../lib/shared-map.ts";
import type { DefiToken, Position } from "../../protocols/position.ts";
import type { PoolState, Protocol } from "../../protocols/protocol.ts";
import { changedLists, changesAt, type ListChanges, type Lists, noLists } from "./in-order.ts";
import type { HeldState, Memory, Touched } from "./memory.ts";

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

/** What states issue, by address or key, and the ids of all states that issue each. */
interface Issued<T> {
  readonly first: SharedMap<Address, T>;
  readonly issuers: Lists<Address, string>;
}

/** What states issue. Where two issue the same, the first by id counts. */
export interface Issues {
  readonly tokens: Issued<IssuedToken>;
  readonly positions: Issued<OpenPosition>;
}

/** What no state issues. */
export const NO_ISSUES: Issues = {
  tokens: { first: sharedMap(), issuers: noLists() },
  positions: { first: sharedMap(), issuers: noLists() },
};

/** The asset that a token that is tried is issued for; undefined: it is no such token. */
export function triedAssetOf(states: Memory["states"], token: Address): Address | undefined {
  const held = states.get(token);
  const issued = held === undefined ? [] : tokensOf(held);
  return issued.find((one) => one.isTried && one.address === token)?.underlyingTokens[0];
}

/** States that changed, as they were and as they are. */
interface Change {
  readonly before: Memory["states"];
  readonly after: Memory["states"];
  readonly touched: Touched["states"];
}

/**
 * The issues after some states changed, and the tokens and positions that count as issued, or by
 * whom, otherwise than before.
 */
export function updateIssues(
  previous: Issues,
  change: Change,
): { readonly issues: Issues; readonly renewed: ReadonlySet<Address> } {
  const renewed = new Set<Address>();
  const tokens = updateIssued(previous.tokens, change, {
    issuedBy: (held) =>
      tokensOf(held).map((token): [Address, IssuedToken] => [token.address, { token, ...held }]),
    isAlike: (a, b) =>
      a.protocol.family === b.protocol.family &&
      a.token.exact === b.token.exact &&
      a.token.isTried === b.token.isTried &&
      a.token.underlyingTokens.length === b.token.underlyingTokens.length &&
      a.token.underlyingTokens.every((token, i) => token === b.token.underlyingTokens[i]),
    renewed,
  });
  const positions = updateIssued(previous.positions, change, {
    issuedBy: (held) =>
      (held.protocol.positions?.(held.state) ?? []).map((position): [Address, OpenPosition] => [
        position.key,
        { position, ...held },
      ]),
    isAlike: () => true,
    renewed,
  });
  return { issues: { tokens, positions }, renewed };
}

function updateIssued<T>(
  previous: Issued<T>,
  { before, after, touched }: Change,
  on: {
    readonly issuedBy: (held: HeldState) => readonly (readonly [Address, T])[];
    /** Whether the difference of two matters to nobody but who asks for the state. */
    readonly isAlike: (a: T, b: T) => boolean;
    readonly renewed: Set<Address>;
  },
): Issued<T> {
  const ofState = (states: Memory["states"], id: string): ReadonlyMap<Address, T> => {
    const held = states.get(id);
    return new Map(held === undefined ? [] : on.issuedBy(held));
  };
  const changes: ListChanges<Address, string> = new Map();
  const asked = new Set<Address>();
  for (const id of touched) {
    const [old, now] = [ofState(before, id), ofState(after, id)];
    for (const key of old.keys()) {
      asked.add(key);
      if (!now.has(key)) changesAt(changes, key, id);
    }
    for (const key of now.keys()) {
      asked.add(key);
      if (!old.has(key)) changesAt(changes, key, id).push(id);
    }
  }
  const issuers = changedLists(previous.issuers, changes, (id) => id);
  const renewals = new Map<Address, T | undefined>();
  for (const key of asked) {
    const [id] = issuers.get(key) ?? [];
    const [old, now] = [
      previous.first.get(key),
      id === undefined ? undefined : ofState(after, id).get(key),
    ];
    renewals.set(key, now);
    if (old === undefined || now === undefined ? old !== now : !on.isAlike(old, now)) {
      on.renewed.add(key);
    }
  }
  return { first: previous.first.with(renewals), issuers };
}

/** The tokens that a state issues. */
export function tokensOf({ protocol, state }: HeldState): readonly DefiToken[] {
  return protocol.defiTokens?.(state) ?? [];
}

/** The tokens that a state trades, issues or consists of. */
export function mentionedBy(held: HeldState): ReadonlySet<Address> {
  const traded = held.protocol.edges(held.state).flatMap(({ tokenIn, tokenOut }) => {
    return [tokenIn, tokenOut];
  });
  const issued = tokensOf(held).flatMap((token) => [token.address, ...token.underlyingTokens]);
  return new Set([...traded, ...issued]);
}
