import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/**
 * Prints the modules that are asked about, and who loads them: what a process prints in its last
 * moment is lost where there is more than its parent takes at once.
 */
const TELL = `import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const from = context.parentURL ?? "";
    const told = from + " > " + found.url;
    if (/indexer\\/|esm\\/(database|indexing-store|sync-realtime)|ignatureHash/.test(told)) console.log(told);
    return found;
  },
});`;

describe("Ponder's command line", () => {
  test("default: works with modules of ours in the place of its own", () => {
    const hook = `data:text/javascript,${encodeURIComponent(TELL)}`;
    const told = execFileSync(
      process.execPath,
      ["--import", hook, join(ROOT, "indexer/ponder.ts"), "--version"],
      // A worker of V8 that compiles now and then keeps a process from ending.
      { cwd: ROOT, encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" },
    );
    const imports = told
      .split("\n")
      .map((line) => line.split(" > ").map((url) => url.split("/").slice(-2).join("/")));
    expect(told).toContain("0.17.7");
    // In whatever order chains are indexed.
    for (const runtime of ["multichain.js", "omnichain.js", "isolated.js"]) {
      expect(imports).toContainEqual([`runtime/${runtime}`, "indexer/database-actions.ts"]);
      expect(imports).toContainEqual([`runtime/${runtime}`, "indexer/indexing-cache.ts"]);
      expect(imports).toContainEqual([`runtime/${runtime}`, "indexer/indexing-store.ts"]);
    }
    expect(imports).toContainEqual(["indexer/database-actions.ts", "database/actions.js"]);
    expect(imports).toContainEqual(["indexer/indexing-cache.ts", "indexing-store/cache.js"]);
    expect(imports).toContainEqual(["indexer/indexing-store.ts", "indexing-store/index.js"]);
    expect(imports).toContainEqual(["hash/toSignatureHash.js", "indexer/signature-hashes.ts"]);
    expect(imports).toContainEqual(["sync-realtime/bloom.js", "indexer/bloom-hashes.ts"]);
    expect(imports).toContainEqual(["sync-realtime/index.js", "sync-realtime/bloom.js"]);
  });
});
