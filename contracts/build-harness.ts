import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { z } from "zod";
import { compile, solcVersion } from "./build.ts";
import { type Compiled, compilationKey } from "./compiled.ts";

/** Runtime codes that state overrides put into simulations. */
export type HarnessCodes = Readonly<Record<keyof typeof CONTRACTS, Hex>>;

/** Names of the contracts, and their files below `simulation`. */
const CONTRACTS = {
  harness: ["Harness", "Harness.sol"],
  accountStub: ["AccountStub", "Stubs.sol"],
  codeStub: ["CodeStub", "Stubs.sol"],
  reporter: ["Reporter", "Stubs.sol"],
} as const;

const SETTINGS = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { appendCBOR: false, bytecodeHash: "none" },
  outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } },
} as const;

const root = fileURLToPath(new URL("./simulation", import.meta.url));
const file = fileURLToPath(new URL("../src/nodes/simulators/harness.json", import.meta.url));

const code = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]+$/.test(value));
const codes = z.object({ harness: code, accountStub: code, codeStub: code, reporter: code });
const output = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) }),
      ),
    )
    .default({}),
});

/** Where the codes are kept for the API, with the key of the present sources. */
export function keptHarness(): Compiled<HarnessCodes> {
  return { file, key: compilationKey(solcVersion(), JSON.stringify(input())), schema: codes };
}

/**
 * Compiles `contracts/simulation`, whatever is kept.
 *
 * @throws Error with the compiler's messages when the sources do not compile.
 */
export async function compileHarness(): Promise<HarnessCodes> {
  const { errors, contracts } = output.parse(JSON.parse(await compile(JSON.stringify(input()))));
  const failures = errors.filter(({ severity }) => severity === "error");
  if (failures.length > 0) {
    throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  const compiled = Object.entries(CONTRACTS).map(([key, [name, source]]) => {
    return [key, `0x${contracts[source]?.[name]?.evm.deployedBytecode.object ?? ""}`];
  });
  return codes.parse(Object.fromEntries(compiled));
}

function input() {
  const names = [...new Set(Object.values(CONTRACTS).map(([, source]) => source))];
  const sources = names.map((name) => {
    return [name, { content: readFileSync(join(root, name), "utf8").replaceAll("\r\n", "\n") }];
  });
  return {
    language: "Solidity",
    sources: Object.fromEntries(sources) as Record<string, { readonly content: string }>,
    settings: SETTINGS,
  } as const;
}
