import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildContracts, sourceNames } from "../../../contracts/build.ts";
import { writeStandardJson } from "../../../scripts/deploy/standard-json.ts";
import { sized } from "../../harness/size.ts";

const directory = mkdtempSync(join(tmpdir(), "weir-standard-json-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const outputSchema = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        metadata: z.string(),
        evm: z.object({ bytecode: z.object({ object: z.string() }) }),
      }),
    ),
  ),
});

/** What npm's compiler makes of a file as it stands. */
async function compile(path: string) {
  const solc = join(import.meta.dirname, "../../../contracts/solc.cjs");
  const child = spawn(process.execPath, [solc, "--standard-json"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(readFileSync(path));
  return outputSchema.parse(JSON.parse(await text(child.stdout)));
}

/** Files that are compiled: a compiler run takes a quarter of a minute. */
const COMPILED = sized({ always: 1, nightly: Number.POSITIVE_INFINITY });

describe("writeStandardJson", () => {
  test("default: each file, compiled as it stands, gives the bytecode that is deployed", async () => {
    const [written, contracts] = await Promise.all([
      writeStandardJson(directory),
      buildContracts(),
    ]);
    expect(readdirSync(directory).toSorted()).toEqual(
      written.map(({ path }) => path.slice(directory.length + 1)).toSorted(),
    );
    const expected = new Map(Object.entries(sourceNames()).map(([name, source]) => [source, name]));
    expect(written.map(({ contract }) => contract).toSorted()).toEqual(
      [...expected.keys()].toSorted(),
    );
    const codes = new Map(Object.entries(contracts));
    for (const { path, contract, compiler } of written.slice(0, COMPILED)) {
      const [file = "", name = ""] = contract.split(":");
      const output = await compile(path);
      // Nothing but what was asked for.
      expect(Object.entries(output.contracts).map(([key, of]) => [key, Object.keys(of)])).toEqual([
        [file, [name]],
      ]);
      const compiled = output.contracts[file]?.[name];
      const deployed = codes.get(expected.get(contract) ?? "")?.bytecode;
      expect(deployed?.length).toBeGreaterThan(1_000);
      expect(`0x${compiled?.evm.bytecode.object}`, contract).toBe(deployed);
      const metadata = z.object({ compiler: z.object({ version: z.string() }) });
      const { version } = metadata.parse(JSON.parse(compiled?.metadata ?? "")).compiler;
      expect(compiler).toBe(`v${version}`);
    }
  });
});
