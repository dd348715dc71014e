import type { Chain } from "../../lib/chain.ts";
import type { Published } from "../graph/follower.ts";
import type { Snapshot } from "../graph/snapshot.ts";

/** A feed as the pool knows it: the newest of its snapshots, which search processes follow. */
export interface FollowedFeed {
  /** Of its own for each feed. */
  readonly id: number;
  readonly chain: Chain;
  /** Version of the newest snapshot; 0 before the first. */
  version: number;
  /** What it was built from; null before the first, and once the feed has ended. */
  published: Published | null;
}

/** A snapshot's place among those of all feeds. */
export interface SnapshotVersion {
  readonly feed: FollowedFeed;
  readonly version: number;
}

/** Snapshots by identity: those of the past and of bundles have no version. */
export type SnapshotVersions = WeakMap<Snapshot, SnapshotVersion>;
