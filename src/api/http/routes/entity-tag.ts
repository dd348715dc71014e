import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";

/**
 * The tag of a list: equal tags, equal bytes. Made from what a list is made from, which is the
 * state of the chains and the request; the numbers of tokens and positions tell snapshots of one
 * block apart, as tokens join one after they passed the quality check.
 *
 * @param query The validated parameters, so that every spelling of a request has the same tag.
 */
export function listTag(deps: Deps, path: string, query: object): string {
  const states = [...deps.chains].map(([chainId, service]) => {
    const snapshot = service.lastSnapshot();
    if (snapshot === null) return [chainId];
    const { block, tokens, defiTokens, positions } = snapshot;
    return [chainId, block.hash, tokens.size, defiTokens.size, positions.size];
  });
  const text = JSON.stringify([path, query, states]);
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/**
 * Whether an `If-None-Match` header names a tag. Proxies that compress make tags weak, which says
 * the same here.
 */
export function isTagged(ifNoneMatch: string | undefined, tag: string): boolean {
  const given = (ifNoneMatch ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return given.includes(tag);
}
