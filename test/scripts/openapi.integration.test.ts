import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const repository = new URL("../../", import.meta.url).pathname;

function check(root: string) {
  return run(process.execPath, [join(root, "scripts/openapi.ts"), "--check"]);
}

describe("scripts/openapi.ts --check", () => {
  test("default", async () => {
    expect(await check(repository)).toEqual({ stdout: "", stderr: "" });
  });

  test("behavior: fails on drift, with the remedy", async () => {
    const copy = await mkdtemp(join(tmpdir(), "weir-openapi-"));
    try {
      for (const name of ["abis", "src", "scripts", "package.json"]) {
        await cp(join(repository, name), join(copy, name), { recursive: true });
      }
      await symlink(join(repository, "node_modules"), join(copy, "node_modules"));
      await cp(join(repository, "docs"), join(copy, "docs"), { recursive: true });
      await writeFile(join(copy, "docs/openapi.json"), "{}\n");
      await expect(check(copy)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("run `npm run openapi`"),
      });
    } finally {
      await rm(copy, { recursive: true });
    }
  });
});
