import type { AccountVerb } from "../../protocols/position.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { statesOf } from "./states.ts";
import { type BundleAction, VERBS } from "./verbs/index.ts";

export type ActionKind = BundleAction["kind"];

/**
 * Actions by slug of the protocols on one chain; a known slug that is not on the chain has none.
 */
export type Offers = ReadonlyMap<string, ReadonlySet<ActionKind>>;

/** What a protocol with account actions may offer, where no state tells what it does. */
const ACCOUNT_VERBS: readonly AccountVerb[] = ["deposit", "withdraw", "borrow", "repay", "harvest"];

/**
 * The actions that bundles of a chain can be made of: what the folder of a protocol can do, and the
 * account actions of its states in the snapshot. Before the first snapshot a protocol with account
 * actions counts as having all of them.
 */
export function offersOn(
  chainId: number,
  protocols: readonly Protocol[],
  snapshot: Snapshot | null,
): Offers {
  const offers = new Map<string, ReadonlySet<ActionKind>>(
    [...new Set(VERBS.flatMap(({ offeredBy }) => offeredBy))].map((slug) => [
      slug,
      new Set(kindsOf(({ offeredBy }) => offeredBy.includes(slug))),
    ]),
  );
  const states = snapshot === null ? null : statesOf(snapshot);
  const ofRanges = kindsOf(({ isOfRanges }) => isOfRanges === true);
  for (const { deployments, actions, accountActions, ranges } of protocols) {
    const offered = kindsOf(
      ({ operation }) => operation !== null && actions[operation] !== undefined,
    );
    for (const { slug, chains } of deployments) {
      if (chains[chainId] === undefined) {
        offers.set(slug, new Set());
        continue;
      }
      const verbs =
        states === null
          ? ACCOUNT_VERBS
          : (states.get(slug) ?? []).flatMap(
              ({ state }) => accountActions?.(state).map(({ verb }) => verb) ?? [],
            );
      const manager = ranges?.(slug).manager(slug, chainId) ?? null;
      offers.set(
        slug,
        new Set([
          ...offered,
          ...(accountActions === undefined ? [] : verbs),
          ...(manager === null ? [] : ofRanges),
        ]),
      );
    }
  }
  return offers;
}

function kindsOf(offers: (verb: (typeof VERBS)[number]) => boolean): readonly ActionKind[] {
  return VERBS.filter(offers).map(({ name }) => name);
}
