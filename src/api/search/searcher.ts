import type { Published } from "../graph/follower.ts";
import type { Touched } from "../graph/memory.ts";
import type { FollowedFeed, SnapshotVersion } from "./followed-feed.ts";
import { changedStates, newsBetween, wholeState } from "./graph-news.ts";
import { type GraphNews, KEPT_VERSIONS } from "./messages.ts";
import type { SearchProcess } from "./search-process.ts";

/** Which versions of a feed a process has. */
interface Copy {
  /** The first that it was told. */
  readonly first: number;
  /** Whether it has built that. */
  isBuilt: boolean;
}

/** A search process with what it was told. */
export interface Searcher {
  readonly process: SearchProcess;
  /** Whether it can search on a snapshot. */
  has(version: SnapshotVersion): boolean;
  /** Tells a feed from the beginning, in parts; resolves when all is sent. */
  load(feed: FollowedFeed): Promise<void>;
  /** Tells what is new in the feed's newest version, if the process knows the one before. */
  tell(feed: FollowedFeed, news: GraphNews): void;
  forget(feed: FollowedFeed): void;
  /** To be called when the process has built a version. */
  built(feed: number): void;
}

/** States of a message, few enough that requests are answered between two of them. */
const STATES_PER_MESSAGE = 200;

/** Follows what `process` was told. */
export function createSearcher(process: SearchProcess): Searcher {
  const copies = new Map<number, Copy>();

  async function sendStates(feed: FollowedFeed, { memory }: Published): Promise<boolean> {
    const states = [...memory.states.values()];
    for (let at = 0; at < states.length; at += STATES_PER_MESSAGE) {
      const part = states.slice(at, at + STATES_PER_MESSAGE).map(wholeState);
      const isSent = await process.send({ kind: "states", feed: feed.id, states: part });
      if (!isSent || feed.published === null) return false;
    }
    return true;
  }

  return {
    process,
    has({ feed, version }) {
      const copy = copies.get(feed.id);
      if (copy === undefined || !copy.isBuilt) return false;
      return version >= copy.first && version > feed.version - KEPT_VERSIONS;
    },
    async load(feed) {
      const start = feed.published;
      if (start === null) return;
      void process.send({ kind: "open", feed: feed.id, chain: feed.chain });
      if (!(await sendStates(feed, start))) return;
      const now = feed.published;
      if (now === null) return;
      // Blocks may have come while the states were sent.
      const states = changedStates(start.memory, now.memory);
      const touched: Touched = { states, tokens: new Set(now.memory.tokens.keys()) };
      const told = { ...start, accepted: new Set<never>() };
      const news = newsBetween(told, now, touched);
      copies.set(feed.id, { first: feed.version, isBuilt: false });
      void process.send({ kind: "graph", feed: feed.id, version: feed.version, news });
    },
    tell(feed, news) {
      if (!copies.has(feed.id)) return;
      void process.send({ kind: "graph", feed: feed.id, version: feed.version, news });
    },
    forget(feed) {
      copies.delete(feed.id);
      void process.send({ kind: "forget", feed: feed.id });
    },
    built(feed) {
      const copy = copies.get(feed);
      if (copy !== undefined) copy.isBuilt = true;
    },
  };
}
