import { NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import { INDEXED } from "../../protocols/indexed.ts";
import {
  createUnreadPools,
  type UnreadPools,
  type UnreadPoolsOptions,
} from "../graph/unread-pools.ts";
import type { Records } from "../records/open.ts";
import { createWantedPools } from "../records/wanted-pools.ts";

/** The catalogue of an index that has all pools. */
const NOTHING_LEFT_OUT: UnreadPoolsOptions["seeds"] = { poolsWith: () => Promise.resolve([]) };

/**
 * Pools of a chain that its index left out, as it began with a state, and those that nothing tells
 * of.
 *
 * @param on.seeds Null: the index left none out.
 */
export function unreadPoolsOf({
  chain,
  records,
  seeds,
  ...on
}: Pick<
  UnreadPoolsOptions,
  "store" | "reader" | "limits" | "strangers" | "mostTicks" | "log" | "counted"
> & {
  readonly chain: Chain;
  readonly records: Pick<Records, "db">;
  readonly seeds: UnreadPoolsOptions["seeds"] | null;
}): UnreadPools {
  const { chainId, connectors, usdAnchors, wrappedNative } = chain;
  return createUnreadPools({
    ...on,
    ...{ chainId, protocols: PROTOCOLS, families: INDEXED },
    seeds: seeds ?? NOTHING_LEFT_OUT,
    wanted: createWantedPools(records, chainId),
    common: new Set([...connectors, ...usdAnchors, wrappedNative, NATIVE]),
  });
}
