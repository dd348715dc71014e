import type { Protocol } from "../../protocols/protocol.ts";
import type { BundleAction } from "./action.ts";

export type ActionKind = BundleAction["kind"];

/** Actions by slug of the protocols on one chain; a known slug that is not on the chain has none. */
export type Offers = ReadonlyMap<string, ReadonlySet<ActionKind>>;

/** What the service itself and the protocols without a folder of their own offer, on every chain. */
const BUILT_IN: readonly (readonly [slug: string, actions: readonly ActionKind[]])[] = [
  ["core", ["route", "swap", "apiswap", "call", "approve", "transfer", "permittransferfrom"]],
  ["erc20", ["approve", "transfer"]],
  ["permit2", ["permittransferfrom"]],
];

/** Actions that come with an operation of a protocol. */
const ACTIONS_OF_OPERATION = {
  swap: ["swap", "apiswap"],
  deposit: ["deposit"],
  redeem: ["redeem"],
} as const satisfies Record<keyof Protocol["actions"], readonly ActionKind[]>;

/** The actions that bundles of a chain can be made of. */
export function offersOn(chainId: number, protocols: readonly Protocol[]): Offers {
  const offers = new Map<string, ReadonlySet<ActionKind>>(
    BUILT_IN.map(([slug, actions]) => [slug, new Set(actions)]),
  );
  for (const { deployments, actions } of protocols) {
    const offered = (["swap", "deposit", "redeem"] as const).flatMap((operation) =>
      actions[operation] === undefined ? [] : ACTIONS_OF_OPERATION[operation],
    );
    for (const { slug, chains } of deployments) {
      offers.set(slug, new Set(chains[chainId] === undefined ? [] : offered));
    }
  }
  return offers;
}
