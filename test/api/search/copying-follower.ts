import { deserialize, serialize } from "node:v8";
import type { GraphFollower, Published } from "../../../src/api/graph/follower.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { createGraphCopy } from "../../../src/api/search/graph-copy.ts";
import { newsBetween, wholeState } from "../../../src/api/search/graph-news.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";

/** What arrives in another process. */
export function sent<T>(message: T): T {
  return deserialize(serialize(message));
}

/** A follower that is told what a search process is told; `snapshot` is the newest that it built. */
export function copyingFollower(chain: Chain): {
  readonly follower: GraphFollower;
  snapshot(): Snapshot | null;
} {
  const copy = createGraphCopy(sent(chain), PROTOCOLS);
  let version = 0;
  let before: Published | null = null;
  return {
    follower: {
      follow(_, published, touched) {
        if (before === null) copy.take(sent([...published.memory.states.values()].map(wholeState)));
        const tokens = new Set(published.memory.tokens.keys());
        const news =
          before === null
            ? newsBetween({ ...published, accepted: new Set() }, published, {
                states: new Set(),
                tokens,
              })
            : newsBetween(before, published, touched);
        version += 1;
        copy.build(version, sent(news));
        before = published;
      },
      close: () => undefined,
    },
    snapshot: () => copy.snapshot(version),
  };
}
