import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { runForge } from "../../contracts/forge.ts";

const TIMEOUT_MS = 300_000;
const SNAPSHOT = new URL("../../contracts/.gas-snapshot", import.meta.url);

/** Tests by suite and name, as `forge test --json` writes them. */
const reportSchema = z.record(
  z.string(),
  z.object({
    test_results: z.record(
      z.string(),
      z.object({
        status: z.string(),
        reason: z.string().nullable(),
        kind: z.object({
          Unit: z.object({ gas: z.number() }).optional(),
          Invariant: z.object({ runs: z.number(), calls: z.number() }).optional(),
        }),
      }),
    ),
  }),
);

interface Result {
  readonly suite: string;
  readonly name: string;
  readonly status: string;
  readonly reason: string | null;
  /** Gas of a test without parameters, else 0. */
  readonly gas: number;
  /** Calls of an invariant's handler, else 0. */
  readonly calls: number;
}

async function testResults(): Promise<readonly Result[]> {
  const { output, errors } = await runForge(["test", "--json"], "default");
  const start = output.indexOf("{");
  if (start < 0) throw new Error(`forge reported no tests: ${output}${errors}`);
  const suites = reportSchema.parse(JSON.parse(output.slice(start)));
  return Object.entries(suites).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).map(([name, { status, reason, kind }]) => {
      const gas = kind.Unit?.gas ?? 0;
      return { suite, name, status, reason, gas, calls: kind.Invariant?.calls ?? 0 };
    }),
  );
}

/** Lines as `forge snapshot` writes them. */
function snapshotLines(results: readonly Result[]): string[] {
  return results
    .filter(({ suite }) => suite.endsWith(":GasTest"))
    .map(({ name, gas }) => `GasTest:${name} (gas: ${gas})`)
    .sort();
}

describe("forge test", () => {
  let results: readonly Result[] = [];

  beforeAll(async () => {
    results = await testResults();
  }, TIMEOUT_MS);

  test("default: every test passes on the bytecode that is deployed", () => {
    expect(results.filter(({ status }) => status !== "Success")).toEqual([]);
    expect(results.length).toBeGreaterThan(310);
  });

  test("behavior: each invariant made a tenth of the nightly calls", () => {
    const invariants = results.filter(({ name }) => name.startsWith("invariant_"));
    expect(invariants.map(({ calls }) => calls)).toEqual([10_000, 10_000]);
  });

  test("behavior: one test for each known loss", () => {
    const incidents = results.filter(({ name }) => /^test(Fuzz)?_20\d\d_\d\d_/.test(name));
    expect(incidents.length).toBe(17);
  });

  test("behavior: gas is that of .gas-snapshot, which contracts/forge.ts writes", async () => {
    const recorded = (await readFile(SNAPSHOT, "utf8")).trim().split("\n").sort();
    expect(snapshotLines(results)).toEqual(recorded);
  });
});
