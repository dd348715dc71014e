import type { Snapshot } from "../../graph/snapshot.ts";
import type { Deps } from "../deps.ts";
import type { AskedMoment } from "./moment-parameters.ts";
import { serviceAt } from "./trade.ts";

/**
 * What lists are made of, by chain: snapshots of a moment, or the last ones, stale or not. Chains
 * without any are left out.
 *
 * @throws {ServiceError} When the moment cannot be answered.
 */
export async function snapshotsOf(
  deps: Deps,
  query: AskedMoment & { readonly chainId?: number | undefined },
): Promise<readonly Snapshot[]> {
  const snapshots: Snapshot[] = [];
  for (const [chainId, service] of [...deps.chains].sort(([a], [b]) => a - b)) {
    if (query.chainId !== undefined && query.chainId !== chainId) continue;
    const snapshot = (await serviceAt(service, query)).lastSnapshot();
    if (snapshot !== null) snapshots.push(snapshot);
  }
  return snapshots;
}
