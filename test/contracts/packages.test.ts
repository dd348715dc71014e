import { describe, expect, test } from "vitest";
import { npmVersion, requireCompiler } from "../../contracts/packages.ts";
import packageJson from "../../package.json" with { type: "json" };

describe("npmVersion", () => {
  test("default", () => {
    expect(npmVersion("viem")).toBe(packageJson.dependencies.viem);
    expect(npmVersion("solc")).toBe(packageJson.devDependencies.solc);
  });

  test("error: not in the lockfile", () => {
    expect(() => npmVersion("solc-0.1.0")).toThrow("package-lock.json has no package solc-0.1.0");
  });
});

describe("requireCompiler", () => {
  test("default", () => {
    expect(() => requireCompiler("solc")).not.toThrow();
  });

  test("error: not installed", () => {
    expect(() => requireCompiler("solc-0.1.0")).toThrow(
      "solc-0.1.0, their compiler, is not installed; run `npm install` and this again.",
    );
  });
});
