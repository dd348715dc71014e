import type { ReadDatabase } from "../../catalog/database.ts";
import type { LoadRequest } from "../protocol.ts";
import { deployments } from "./contracts.ts";
import type { WrappedNative } from "./pool.ts";

/**
 * The wrapped native token of the chain, in a full load or when its id is asked for. It has no table: the deployments
 * state all there is to know, and no event ever changes it, so that `updatedBlock` is 0.
 */
export async function load(
  _db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly WrappedNative[]> {
  return deployments.flatMap(({ slug, chains }) => {
    const token = chains[chainId]?.contracts.token;
    if (token === undefined || (sinceBlock >= 0 && !ids.includes(token))) return [];
    return [{ id: token, slug, updatedBlock: 0, token }];
  });
}
