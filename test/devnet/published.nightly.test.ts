import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PUBLISHED } from "../../devnet/protocols/op-stack.ts";
import { artifactSchema } from "../../devnet/solidity/artifact.ts";

const PACKAGE = "@eth-optimism/contracts-bedrock@0.17.3";
const directory = mkdtempSync(join(tmpdir(), "weir-published-"));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the predeploys of the OP stack are those that npm publishes", () => {
  const options = { cwd: directory, encoding: "utf8" } as const;
  const archive = execFileSync("npm", ["pack", PACKAGE, "--silent"], options).trim();
  for (const name of ["L1Block", "GasPriceOracle"]) {
    const path = `package/forge-artifacts/${name}.sol/${name}.json`;
    execFileSync("tar", ["-xzf", archive, path], options);
    const published = artifactSchema.parse(JSON.parse(readFileSync(join(directory, path), "utf8")));
    const kept = artifactSchema.parse(JSON.parse(readFileSync(PUBLISHED, "utf8"))[name]);
    expect(kept.bytecode, name).toBe(published.bytecode);
  }
}, 300_000);
