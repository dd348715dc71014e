import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { manifestPath, prepareDevnet, statePath } from "../../devnet/prepare.ts";

const PREPARE = fileURLToPath(new URL("../../devnet/prepare.ts", import.meta.url));

describe("prepareDevnet", () => {
  test("default", async () => {
    const state = await prepareDevnet();
    for (const chainId of [1, 80094, 8453, 43114]) {
      expect(existsSync(statePath(state, chainId))).toBe(true);
      expect(existsSync(manifestPath(state, chainId))).toBe(true);
    }
    const lines: string[] = [];
    expect(await prepareDevnet((line) => lines.push(line))).toEqual({ ...state, built: false });
    expect(lines).toEqual([]);
  });

  test("behavior: prepares the chains that are asked for", async () => {
    const state = await prepareDevnet(() => undefined, [80094]);
    expect(existsSync(statePath(state, 80094))).toBe(true);
    expect(() => statePath(state, 8453)).toThrow("Chain 8453 was not prepared");
  });

  test("behavior: processes that ask at the same time get the same state", async () => {
    const script = `const { prepareDevnet } = await import(${JSON.stringify(PREPARE)});
      console.log(JSON.stringify([...(await prepareDevnet()).directories]));`;
    const args = ["--no-warnings", "--input-type=module", "-e", script];
    const runs = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, args)));
    const directories = [...(await prepareDevnet()).directories];
    expect(runs.map((run) => JSON.parse(run.stdout))).toEqual([directories, directories]);
  });
});
