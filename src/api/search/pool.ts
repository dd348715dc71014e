import type { Logger } from "pino";
import type { Chain } from "../../lib/chain.ts";
import type { Usage } from "../child-process.ts";
import type { GraphFollower } from "../graph/follower.ts";
import type { FollowedFeed, SnapshotVersions } from "./followed-feed.ts";
import { newsBetween } from "./graph-news.ts";
import { fromPlain } from "./plain-route.ts";
import { type Search, searchHere } from "./search.ts";
import { type SearchProcess, startSearchProcess } from "./search-process.ts";
import { createSearcher, type Searcher } from "./searcher.ts";

export interface SearchPoolOptions {
  /** Search processes, at least 1. */
  readonly size: number;
  readonly log: Logger;
}

/** Searches in other processes, which hold the same graphs as this one. */
export interface SearchPool {
  /** For the feed of a chain, so that its snapshots can be searched elsewhere. */
  follower(chain: Chain): GraphFollower;
  /** In the process with the least to do; here where none has the snapshot, or fails. */
  readonly search: Search;
  /** Of each process that runs, by its place from 1. */
  usage(): ReadonlyMap<number, Usage & { readonly isReady: boolean }>;
  close(): Promise<void>;
}

const RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;

/** Starts the processes of a pool. */
export function startSearchPool({ size, log }: SearchPoolOptions): SearchPool {
  const feeds = new Set<FollowedFeed>();
  const versions: SnapshotVersions = new WeakMap();
  /** By place. */
  const searchers = new Map<number, Searcher>();
  const restarts = new Map<number, NodeJS.Timeout>();
  let lastFeed = 0;
  let isClosed = false;

  function start(place: number, restartMs = RESTART_MS): void {
    let delayMs = restartMs;
    const startAgain = () => {
      searchers.delete(place);
      if (isClosed) return;
      const again = () => start(place, Math.min(2 * delayMs, MAX_RESTART_MS));
      restarts.set(place, setTimeout(again, delayMs));
    };
    let process: SearchProcess;
    try {
      process = startSearchProcess({
        log,
        onBuilt(feed) {
          searchers.get(place)?.built(feed);
          delayMs = RESTART_MS;
        },
        onDeath: startAgain,
      });
    } catch (error) {
      log.error({ err: error }, "a search process cannot be started; this thread searches");
      startAgain();
      return;
    }
    const searcher = createSearcher(process);
    searchers.set(place, searcher);
    for (const feed of feeds) void searcher.load(feed);
  }

  function follower(chain: Chain): GraphFollower {
    lastFeed += 1;
    const feed: FollowedFeed = { id: lastFeed, chain, version: 0, published: null };
    feeds.add(feed);
    return {
      follow(snapshot, published, touched) {
        const before = feed.published;
        feed.version += 1;
        feed.published = published;
        versions.set(snapshot, { feed, version: feed.version });
        if (before === null) {
          for (const searcher of searchers.values()) void searcher.load(feed);
          return;
        }
        const news = newsBetween(before, published, touched);
        for (const searcher of searchers.values()) searcher.tell(feed, news);
      },
      close() {
        feed.published = null;
        feeds.delete(feed);
        for (const searcher of searchers.values()) searcher.forget(feed);
      },
    };
  }

  const search: Search = async (question, meter) => {
    const { snapshot, request, gasPrice } = question;
    const version = request.before === undefined ? versions.get(snapshot) : undefined;
    if (version === undefined) return searchHere(question, meter);
    const able = [...searchers.values()].filter((searcher) => searcher.has(version));
    const [first, ...others] = able;
    if (first === undefined) return searchHere(question, meter);
    const { process } = others.reduce(
      (least, other) => (other.process.outstanding() < least.process.outstanding() ? other : least),
      first,
    );
    const askedAt = performance.now();
    const found = await process.search({
      ...{ feed: version.feed.id, version: version.version, request, gasPrice },
    });
    if (found === null) return searchHere(question, meter);
    meter?.searched(found.seconds);
    meter?.searchWaited((performance.now() - askedAt) / 1_000 - found.seconds);
    const result = fromPlain(found.result, snapshot);
    if (result !== null) return result;
    process.abandon(`its snapshot ${version.version} of chain ${snapshot.chainId} differs`);
    return searchHere(question, meter);
  };

  for (let place = 1; place <= size; place++) start(place);
  return {
    follower,
    search,
    usage() {
      const used = new Map<number, Usage & { readonly isReady: boolean }>();
      for (const [place, { process, has }] of searchers) {
        const usage = process.usage();
        const isReady = [...feeds].every((feed) => has({ feed, version: feed.version }));
        if (usage !== null) used.set(place, { ...usage, isReady });
      }
      return used;
    },
    async close() {
      isClosed = true;
      for (const timer of restarts.values()) clearTimeout(timer);
      await Promise.all([...searchers.values()].map(({ process }) => process.close()));
      searchers.clear();
    },
  };
}
