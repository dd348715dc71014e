// Ponder's command line, with modules of ours where its own ask again and again what is known.
import { registerHooks } from "node:module";

const PONDER = import.meta.resolve("ponder");
const inPonder = (path: string): string => new URL(path, PONDER).href;
const ours = (path: string): string => new URL(path, import.meta.url).href;

const ACTIONS = { original: inPonder("database/actions.js"), ours: ours("database-actions.ts") };
const BLOOM = inPonder("sync-realtime/bloom.js");

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "viem" && context.parentURL === BLOOM) return next(ours("bloom-hashes.ts"));
    const found = next(specifier, context);
    const isActions = found.url === ACTIONS.original && context.parentURL !== ACTIONS.ours;
    return isActions ? next(ACTIONS.ours, context) : found;
  },
});
await import(inPonder("bin/ponder.js"));
