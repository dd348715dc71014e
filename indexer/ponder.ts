// Ponder's command line, with modules of ours where its own ask again and again what is known.
import { registerHooks } from "node:module";

const PONDER = import.meta.resolve("ponder");
const inPonder = (path: string): string => new URL(path, PONDER).href;
const inViem = (path: string): string => new URL(path, import.meta.resolve("viem")).href;
const ours = (path: string): string => new URL(path, import.meta.url).href;

/** Modules, and ours that stand for them; these may import what they stand for. */
const STANDING = new Map([
  [inPonder("database/actions.js"), ours("database-actions.ts")],
  [inPonder("indexing-store/cache.js"), ours("indexing-cache.ts")],
  [inPonder("indexing-store/index.js"), ours("indexing-store.ts")],
  [inViem("utils/hash/hashSignature.js"), ours("signature-hashes.ts")],
]);
const BLOOM = inPonder("sync-realtime/bloom.js");

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "viem" && context.parentURL === BLOOM) return next(ours("bloom-hashes.ts"));
    const found = next(specifier, context);
    const own = STANDING.get(found.url);
    return own === undefined || context.parentURL === own ? found : next(own, context);
  },
});
await import(inPonder("bin/ponder.js"));
