import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { buildContracts } from "../../contracts/build.ts";

const TIMEOUT_MS = 240_000;
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Tests by suite and name, as `forge test --json` writes them. */
const reportSchema = z.record(
  z.string(),
  z.object({
    test_results: z.record(
      z.string(),
      z.object({ status: z.string(), reason: z.string().nullable() }),
    ),
  }),
);

async function runForge(routerBytecode: string): Promise<{ output: string; errors: string }> {
  const child = spawn(`${root}node_modules/.bin/forge`, ["test", "--json"], {
    // foundry.toml names its compiler relative to here.
    cwd: `${root}contracts`,
    env: { ...process.env, ROUTER_BYTECODE: routerBytecode, FOUNDRY_PROFILE: "default" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors };
}

describe("forge test", () => {
  test(
    "default: every test passes on the bytecode that is deployed",
    async () => {
      const { router } = await buildContracts();
      const { output, errors } = await runForge(router.bytecode);
      const start = output.indexOf("{");
      if (start < 0) throw new Error(`forge reported no tests: ${output}${errors}`);
      const suites = reportSchema.parse(JSON.parse(output.slice(start)));
      const results = Object.entries(suites).flatMap(([suite, { test_results }]) =>
        Object.entries(test_results).map(([name, result]) => ({ suite, name, ...result })),
      );
      const failures = results.filter((result) => result.status !== "Success");
      expect(failures).toEqual([]);
      expect(results.length).toBeGreaterThan(80);
    },
    TIMEOUT_MS,
  );
});
