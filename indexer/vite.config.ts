// What Ponder's Vite does with the modules of the project: nothing. Node loads them, which strips
// their types itself and keeps what it compiled; Vite would transform hundreds of files anew in
// each start, and watch them.
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const INDEXER = fileURLToPath(new URL(".", import.meta.url));
const PROJECT = fileURLToPath(new URL("../", import.meta.url));
/** Files for Ponder's virtual modules that handlers import, and for its parser. */
const VIRTUAL: Readonly<Record<string, string>> = {
  "pg-query-emscripten": new URL("sql-parser.ts", import.meta.url).href,
  "ponder:registry": new URL("registry.ts", import.meta.url).href,
  "ponder:schema": new URL("../ponder.schema.ts", import.meta.url).href,
};
/** By the name that Vite gives them. */
const loaded = new Map<string, unknown>();

/** URL of a module that Node loads; null for those that are Vite's: Ponder's root and packages. */
function fileOf(id: string): string | null {
  if (id in VIRTUAL) return VIRTUAL[id] ?? null;
  const isOurs = id.startsWith(PROJECT) && !id.startsWith(INDEXER);
  return isOurs && !id.includes("/node_modules/") ? pathToFileURL(id).href : null;
}

registerHooks({
  resolve: (specifier, context, next) => next(VIRTUAL[specifier] ?? specifier, context),
});
Object.assign(globalThis, { WEIR_LOADED: loaded });

/** A part of Vite's configuration; Vite is a dependency of Ponder's. */
export default {
  server: { watch: null },
  plugins: [
    {
      name: "weir:load-with-node",
      enforce: "pre",
      async load(id: string): Promise<string | null> {
        const file = fileOf(id);
        if (file === null) return null;
        const module: Record<string, unknown> = await import(file);
        loaded.set(id, module);
        const from = `globalThis.WEIR_LOADED.get(${JSON.stringify(id)})`;
        return Object.keys(module)
          .map((name) => `export ${name === "default" ? name : `const ${name} =`} ${from}.${name};`)
          .join("\n");
      },
    },
  ],
};
