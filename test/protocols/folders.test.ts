import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROTOCOLS } from "../../src/protocols/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = readdirSync(join(ROOT, "src/protocols"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Whether a file of the project imports or re-exports `src/protocols/<folder>/<file>`. */
function mentions(file: string, path: string): boolean {
  return readFileSync(join(ROOT, file), "utf8").includes(`"./src/protocols/${path}"`);
}

describe.each(FOLDERS)("folder %s", (folder) => {
  const has = (file: string) => existsSync(join(ROOT, "src/protocols", folder, file));

  test("default: is in the registry", () => {
    expect(PROTOCOLS.map(({ family }) => family)).toContain(folder);
  });

  test("behavior: its tables are in ponder.schema.ts", () => {
    expect(mentions("ponder.schema.ts", `${folder}/schema.ts`)).toBe(has("schema.ts"));
  });

  test("behavior: its sources are in ponder.config.ts and have handlers", () => {
    expect(mentions("ponder.config.ts", `${folder}/sources.ts`)).toBe(has("sources.ts"));
    expect(has("indexing.ts")).toBe(has("sources.ts"));
  });
});
