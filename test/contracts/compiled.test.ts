import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { commitCompiled, compilationKey, readCompiled } from "../../contracts/compiled.ts";

const directory = mkdtempSync(join(tmpdir(), "weir-compiled-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("readCompiled", () => {
  const kept = {
    file: join(directory, "output.json"),
    key: compilationKey("0.8.37", directory),
    schema: z.object({ bytecode: z.string() }),
  };

  test("default: what was committed, as long as its key is the present one", () => {
    expect(readCompiled(kept)).toBeNull();
    commitCompiled(kept, { bytecode: "0x60" });
    expect(readCompiled(kept)).toEqual({ bytecode: "0x60" });
    expect(readCompiled({ ...kept, key: compilationKey("0.8.38", directory) })).toBeNull();
  });
});
