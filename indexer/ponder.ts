// Ponder's command line, with modules of ours where its own ask again and again what is known.
import { registerHooks } from "node:module";

const PONDER = import.meta.resolve("ponder");
const inPonder = (path: string): string => new URL(path, PONDER).href;
const ours = (path: string): string => new URL(path, import.meta.url).href;

/** Modules of Ponder, and ours that import what they stand for. */
const STANDING = new Map(
  [
    ["database/actions.js", "database-actions.ts"],
    ["indexing-store/index.js", "indexing-store.ts"],
  ].map(([original = "", own = ""]) => [inPonder(original), ours(own)]),
);
const BLOOM = inPonder("sync-realtime/bloom.js");
const SIGNATURES = "./hashSignature.js";

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "viem" && context.parentURL === BLOOM) return next(ours("bloom-hashes.ts"));
    if (specifier === SIGNATURES) return next(ours("signature-hashes.ts"));
    const found = next(specifier, context);
    const own = STANDING.get(found.url);
    return own === undefined || context.parentURL === own ? found : next(own, context);
  },
});
await import(inPonder("bin/ponder.js"));
