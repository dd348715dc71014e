import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

import { accountBoundaryMutants } from "./mutants/account-boundaries.ts";
import { executorMutants } from "./mutants/executors.ts";
import { heldPoolMutants } from "./mutants/held-pools.ts";
import { hostMutants } from "./mutants/hosts.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { prepaidPoolsMutants } from "./mutants/prepaid-pools.ts";
import { prepaidV3Mutants } from "./mutants/prepaid-v3.ts";
import { pulledCoinMutants } from "./mutants/pulled-coin.ts";
import { routerMutants } from "./mutants/router.ts";
import { stepBoundaryMutants } from "./mutants/step-boundaries.ts";
import { vmMutants } from "./mutants/vm.ts";

const sets: Readonly<Record<string, readonly Mutant[]>> = {
  router: routerMutants,
  executors: executorMutants,
  vm: vmMutants,
  "held-pools": heldPoolMutants,
  "pulled-coin": pulledCoinMutants,
  hosts: hostMutants,
  "prepaid-v3": prepaidV3Mutants,
  "prepaid-pools": prepaidPoolsMutants,
  "account-boundaries": accountBoundaryMutants,
  "step-boundaries": stepBoundaryMutants,
};

/** As `forge test --json` writes it. */
const reportSchema = z.record(
  z.string(),
  z.object({
    test_results: z.record(
      z.string(),
      z.object({ status: z.string(), reason: z.string().nullable() }),
    ),
  }),
);

const root = dirname(fileURLToPath(import.meta.url));

/**
 * Weakens one check at a time in a copy of the contracts and expects a failing test.
 *
 * usage: node contracts/mutants.ts [set, name or invariant ...], where a set is a file of mutants/
 */
function main(names: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const copy = join(folder, "contracts");
  for (const entry of ["src", "test", "foundry.toml", "solc.cjs", "solc-table.cjs"]) {
    cpSync(join(root, entry), join(copy, entry), { recursive: true });
  }
  symlinkSync(join(root, "..", "node_modules"), join(folder, "node_modules"));
  const missed: string[] = [];
  try {
    if (failingTests(copy).length > 0)
      throw new Error("Tests fail without a mutant; fix them first.");
    for (const mutant of selected(names)) {
      const failing = failingWith(copy, mutant);
      const { invariant, name } = mutant;
      const caught = failing.length > 0 && (invariant === undefined || notices(failing, invariant));
      if (!caught) missed.push(name);
      const label = invariant === undefined ? name : `${invariant} ${name}`;
      console.log(`${caught ? "caught" : "MISSED"}  ${label}: ${failing.join(", ")}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (missed.length > 0) throw new Error(`No test fails with: ${missed.join(", ")}.`);
}

/** All without names. A name that nothing has is an error: what it meant would go untested. */
function selected(names: readonly string[]): readonly Mutant[] {
  const all = Object.entries(sets).flatMap(([set, mutants]) =>
    mutants.map((mutant) => ({ mutant, labels: [set, mutant.name, mutant.invariant] })),
  );
  if (names.length === 0) return all.map(({ mutant }) => mutant);
  const unknown = names.filter((name) => !all.some(({ labels }) => labels.includes(name)));
  if (unknown.length > 0) {
    throw new Error(`No set, mutant or invariant is called ${unknown.join(", ")}; see mutants/.`);
  }
  return all
    .filter(({ labels }) => labels.some((label) => label !== undefined && names.includes(label)))
    .map(({ mutant }) => mutant);
}

function failingWith(copy: string, mutant: Mutant): readonly string[] {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, "utf8");
  const parts = original.split(mutant.from);
  if (parts.length !== 2) {
    throw new Error(
      `"${mutant.from}" is ${parts.length - 1} times in ${mutant.file}; name it once.`,
    );
  }
  writeFileSync(path, parts.join(mutant.to));
  try {
    return failingTests(copy);
  } finally {
    writeFileSync(path, original);
  }
}

function failingTests(copy: string): readonly string[] {
  // forge tries earlier failures again; those of another mutant say nothing about this one.
  for (const kind of ["fuzz", "invariant"]) {
    rmSync(join(copy, "cache", kind), { recursive: true, force: true });
  }
  const forge = join(root, "..", "node_modules", ".bin", "forge");
  const env = { ...process.env, FOUNDRY_FUZZ_RUNS: "200", FOUNDRY_INVARIANT_RUNS: "5" };
  const options = { cwd: copy, env, encoding: "utf8", maxBuffer: 1 << 28 } as const;
  const { stdout, stderr } = spawnSync(forge, ["test", "--json"], options);
  const start = stdout.indexOf("{");
  if (start < 0) throw new Error(`forge ran no tests: ${stdout}${stderr}`);
  const results = Object.values(reportSchema.parse(JSON.parse(stdout.slice(start)))).flatMap(
    ({ test_results }) => Object.entries(test_results),
  );
  const failing = results.filter(([, { status }]) => status !== "Success");
  return [...new Set(failing.map(([name, { reason }]) => `${nameOf(name)}${claimOf(reason)}`))];
}

function nameOf(test: string): string {
  return test.slice(0, test.indexOf("("));
}

/** The number of the invariant that a handler or its test saw broken. */
function claimOf(reason: string | null): string {
  const claim = /"(I\d+):/.exec(reason ?? "")?.[1];
  return claim === undefined ? "" : `_${claim}_`;
}

/** Whether a failing test names the invariant. */
function notices(failing: readonly string[], invariant: string): boolean {
  return failing.some((name) => name.includes(`_${invariant}_`));
}

main(process.argv.slice(2));
