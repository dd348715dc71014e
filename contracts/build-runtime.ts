import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { z } from "zod";
import { compile } from "./build.ts";
import { type Compiled, compilationKey } from "./compiled.ts";
import { npmVersion } from "./packages.ts";

/** Contracts that are never deployed: state overrides put their runtime codes into calls. */
export interface RuntimeContracts {
  /** Folder of the sources, below this one. */
  readonly folder: string;
  /** Where the codes are kept, below the project. */
  readonly file: string;
  /** Name and file of each contract. */
  readonly contracts: Readonly<Record<string, readonly [name: string, file: string]>>;
}

/** Runtime codes by the names of their contracts. */
export type RuntimeCodes = Readonly<Record<string, Hex>>;

/** What acts in simulations for accounts, on nodes that cannot simulate. */
export const HARNESS: RuntimeContracts = {
  folder: "simulation",
  file: "src/nodes/simulators/harness.json",
  contracts: {
    harness: ["Harness", "Harness.sol"],
    accountStub: ["AccountStub", "Stubs.sol"],
    codeStub: ["CodeStub", "Stubs.sol"],
    reporter: ["Reporter", "Stubs.sol"],
  },
};

/** What reads the state of many contracts in one call. */
export const LENS: RuntimeContracts = {
  folder: "seed",
  file: "src/seed/lens.json",
  contracts: { lens: ["Lens", "Lens.sol"] },
};

const SETTINGS = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { appendCBOR: false, bytecodeHash: "none" },
  outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } },
} as const;

const code = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]+$/.test(value));
const codes = z.record(z.string(), code);
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

/** Where codes are kept, with the key of the present sources. */
export function keptRuntime(of: RuntimeContracts): Compiled<RuntimeCodes> {
  return {
    file: fileURLToPath(new URL(`../${of.file}`, import.meta.url)),
    key: compilationKey(npmVersion("solc"), JSON.stringify(input(of))),
    schema: codes,
  };
}

/**
 * Compiles contracts, whatever is kept.
 *
 * @throws Error with the compiler's messages when the sources do not compile.
 */
export async function compileRuntime(of: RuntimeContracts): Promise<RuntimeCodes> {
  const { errors, contracts } = output.parse(JSON.parse(await compile(JSON.stringify(input(of)))));
  const failures = errors.filter(({ severity }) => severity === "error");
  if (failures.length > 0) {
    throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  const compiled = Object.entries(of.contracts).map(([key, [name, source]]) => {
    return [key, `0x${contracts[source]?.[name]?.evm.deployedBytecode.object ?? ""}`];
  });
  return codes.parse(Object.fromEntries(compiled));
}

function input({ folder, contracts }: RuntimeContracts) {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  const names = [...new Set(Object.values(contracts).map(([, source]) => source))];
  const sources = names.map((name) => {
    return [name, { content: readFileSync(join(root, name), "utf8").replaceAll("\r\n", "\n") }];
  });
  return {
    language: "Solidity",
    sources: Object.fromEntries(sources) as Record<string, { readonly content: string }>,
    settings: SETTINGS,
  } as const;
}
