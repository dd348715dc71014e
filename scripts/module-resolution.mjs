// Loaded into every Node process, by NODE_OPTIONS.
import * as module from "node:module";

// To tell what a module is, Node looks for its package.json, and takes what it found apart anew for
// each of the thousands that a process loads; that of drizzle-orm has 176 kB. A relative import of
// one of these, which are ES modules all, needs nothing of it: that is a third of what it takes to
// load the indexer or the API. Another Node, which a program may start, may have no such hooks.
const OWN = new URL("../", import.meta.url).href;
const IN_PACKAGE =
  /\/node_modules\/(drizzle-orm|(viem|ox)\/_esm|(abitype|kysely|ponder)\/dist\/esm)\//;

module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    const format = formatOf(specifier, parentURL);
    if (format === null) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
  },
});

/** Format of a relative import, where the module that has it tells; else null. */
function formatOf(specifier, parentURL) {
  if (!/^\.{1,2}\//.test(specifier)) return null;
  if (specifier.endsWith(".js")) return IN_PACKAGE.test(parentURL) ? "module" : null;
  const isOwn = parentURL.startsWith(OWN) && !parentURL.includes("/node_modules/");
  return isOwn && specifier.endsWith(".ts") ? "module-typescript" : null;
}
