// Loaded into every Node process, by NODE_OPTIONS.
import * as module from "node:module";

// The package.json of drizzle-orm is 176 kB, and Node parses it anew for each of its hundreds of
// modules: a quarter of what it takes to load Ponder or the API. A relative import within the
// package needs nothing of it. Another Node, which a program may start, may have no such hooks.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    const isOwn = parentURL.includes("/node_modules/drizzle-orm/") && /^\..*\.js$/.test(specifier);
    if (!isOwn) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
