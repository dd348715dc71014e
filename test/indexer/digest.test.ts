import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { indexedCode } from "../../indexer/digest.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What Ponder is given, as it finds it itself. */
const ENTRIES = [
  "indexer/ponder.config.ts",
  "indexer/ponder.schema.ts",
  ...globSync("src/protocols/**/indexing.ts", { cwd: ROOT }),
];
/**
 * How the indexer runs, not what it writes. What is here is decided here: nothing else may be left
 * out.
 */
const MEANS =
  /^(indexer\/[^/]+|src\/lib\/(env[^/]*|rpc|http-post|logging)|src\/(nodes|seed)\/.+|src\/protocols\/([^/]+\/seed|seeds))\.ts$/;
/** How the state that an index begins with is read; it has a digest of its own. */
const SEEDS = /^src\/(seed\/.+|protocols\/([^/]+\/seed|seeds))\.ts$/;

/** Files that are imported, directly or not, for more than their types. */
function closure(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  // What these alone import is theirs.
  if (SEEDS.test(path)) return found;
  const source = readFileSync(join(ROOT, path), "utf8");
  for (const [, kind, target = ""] of source.matchAll(
    /^(import|export)(?! type\b)(?:[^;"]*? from)? "(\.[^"]+)"/gm,
  )) {
    if (kind !== undefined) closure(normalize(join(dirname(path), target)), found);
  }
  return found;
}

describe("indexedCode", () => {
  test("default: the same digest every time, another one for other chains", async () => {
    const [one, again, other] = await Promise.all([
      indexedCode([1]),
      indexedCode([1]),
      indexedCode([8453]),
    ]);
    expect(one.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(again).toEqual(one);
    expect(other.digest).not.toBe(one.digest);
  });

  test("behavior: it is of all that the indexer runs, and of nothing else", async () => {
    const run = new Set(ENTRIES.flatMap((entry) => [...closure(entry)]));
    const { files } = await indexedCode([1]);
    const hashed = new Set(files);
    const missing = [...run].filter((file) => !hashed.has(file) && !MEANS.test(file));
    // Data is hashed by what it says, whatever files that comes from.
    const isData = (file: string) =>
      /\/(contracts|feeds|chains?|vaults?-\w+|forks|places)\b/.test(file);
    expect(missing.filter((file) => !isData(file))).toEqual([]);
    expect(files.filter((file) => !run.has(file))).toEqual([]);
  });

  test("behavior: quotes, curves, actions and the API are no part of it", async () => {
    const { files } = await indexedCode([1]);
    const foreign = files.filter(
      (file) =>
        (file.startsWith("src/api/") && !MEANS.test(file)) ||
        /^src\/lib\/curves\/|^src\/protocols\/[^/]+\/(curve|actions|index)\.ts$/.test(file),
    );
    expect(foreign).toEqual([]);
  });
});
