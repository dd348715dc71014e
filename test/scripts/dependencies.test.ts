import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import devnetJson from "../../devnet/package.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import webJson from "../../web/package.json" with { type: "json" };
import { imports } from "../harness/imports.ts";

const root = join(import.meta.dirname, "../..");

/** Scripts that `scripts/run.mjs` installs no `devDependencies` for. */
function scriptsOfTheService(): readonly string[] {
  const [, list = "[]"] =
    /OF_THE_SERVICE = (\[[^\]]*\])/.exec(readFileSync(join(root, "scripts/run.mjs"), "utf8")) ?? [];
  return JSON.parse(list);
}

/** Packages that a file imports, directly or not. */
function packagesOf(entry: string): readonly string[] {
  return [...imports(entry)].filter((name) => !existsSync(join(root, name)));
}

describe("package.json", () => {
  test("behavior: the devnet is built of its own packages", () => {
    const packages = packagesOf("scripts/devnet/build.ts");
    expect(packages).toContain("viem");
    expect(packages.filter((name) => !(name in devnetJson.dependencies))).toEqual([]);
  });

  test("behavior: the devnet's packages have the versions of the service's", () => {
    const shared = Object.entries(packageJson.dependencies).filter(
      ([name]) => name in devnetJson.dependencies,
    );
    expect(shared.length).toBeGreaterThan(0);
    expect(devnetJson.dependencies).toMatchObject(Object.fromEntries(shared));
  });

  test.for(scriptsOfTheService())("behavior: %s runs without devDependencies", (script) => {
    const installed = {
      ...packageJson.dependencies,
      ...devnetJson.dependencies,
      ...webJson.dependencies,
    };
    const packages = packagesOf(`scripts/${script}.ts`);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter((name) => !(name in installed))).toEqual([]);
  });
});
