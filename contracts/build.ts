import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Abi, Hex } from "viem";
import { z } from "zod";
import { type Compiled, cacheCompiled, compilationKey, readCompiled } from "./compiled.ts";
import { npmVersion, requireCompiler } from "./packages.ts";

/** A compiled contract. */
export interface Artifact {
  readonly abi: Abi;
  /** Creation code, without constructor arguments. */
  readonly bytecode: Hex;
}

/** The contracts of this repository that are deployed. */
export type Contracts = Readonly<Record<keyof typeof SOURCES, Artifact>>;

/** Files of the deployed contracts below `src`, each named as its contract. */
const SOURCES = {
  router: "Router",
  executor: "Executor",
  sharedExecutor: "SharedExecutor",
  delegateExecutor: "hosts/DelegateExecutor",
  coreWallet: "hosts/CoreWallet",
  coreWalletFactory: "hosts/CoreWalletFactory",
  account7702: "hosts/Account7702",
  prepaidV3: "PrepaidV3",
  prepaidV4: "PrepaidV4",
  prepaidInfinity: "PrepaidInfinity",
} as const;

/**
 * Compiler settings of the deployed bytecode; with them, the sources and solc's version the
 * bytecode is always the same, and so are the addresses.
 */
const SETTINGS = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { appendCBOR: false, bytecodeHash: "none" },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
} as const;

const root = dirname(fileURLToPath(import.meta.url));

const abiSchema = z.custom<Abi>((value) => Array.isArray(value));
const bytecodeSchema = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x[0-9a-f]+$/.test(value),
);
const artifactSchema = z.object({ abi: abiSchema, bytecode: bytecodeSchema });
const contractsSchema = z.object(mapSources(() => artifactSchema));
const compiledSchema = z.object({
  abi: abiSchema,
  evm: z.object({ bytecode: z.object({ object: z.string() }) }),
});
const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z.record(z.string(), z.record(z.string(), compiledSchema)).default({}),
});

/**
 * The deployed contracts: as they are in the repository when these are of the present sources,
 * else compiled.
 *
 * @throws Error with the compiler's messages when the sources do not compile.
 */
export async function buildContracts(): Promise<Contracts> {
  const kept = await keptContracts();
  const known = readCompiled(kept);
  if (known !== null) return known;
  const contracts = await compileContracts();
  cacheCompiled(kept, contracts);
  return contracts;
}

/** Where the compiled contracts are kept, with the key of the present sources. */
export async function keptContracts(): Promise<Compiled<Contracts>> {
  return {
    file: join(root, "compiled.json"),
    key: compilationKey(npmVersion("solc"), JSON.stringify(await compilerInput())),
    schema: contractsSchema,
  };
}

/** Compiles `contracts/src`, whatever is kept. */
export async function compileContracts(): Promise<Contracts> {
  return pickContracts(await compile(JSON.stringify(await compilerInput())));
}

/** What the compiler is given for the deployed bytecode, as its Standard JSON. */
export async function compilerInput() {
  return { language: "Solidity", sources: await readSources(), settings: SETTINGS } as const;
}

/** A deployed contract as explorers name it: its file, a colon, its name. */
export type SourceName = `src/${string}.sol:${string}`;

/** The names of all that `buildContracts` compiles. */
export function sourceNames(): Readonly<Record<keyof Contracts, SourceName>> {
  return mapSources((source): SourceName => `src/${source}.sol:${nameIn(source)}`);
}

/** Name of the contract in one of `SOURCES`. */
function nameIn(source: string): string {
  return source.slice(source.lastIndexOf("/") + 1);
}

async function readSources(): Promise<Record<string, { content: string }>> {
  const entries = await readdir(join(root, "src"), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sol"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const sources = await Promise.all(
    files.map(async (file) => [
      relative(root, file).replaceAll("\\", "/"),
      { content: (await readFile(file, "utf8")).replaceAll("\r\n", "\n") },
    ]),
  );
  return Object.fromEntries(sources);
}

/**
 * What the compiler makes of a Standard JSON input. In a process of its own: it takes seconds and
 * would hold up everything else here.
 */
export async function compile(input: string): Promise<string> {
  requireCompiler("solc");
  const child = spawn(process.execPath, [join(root, "solc.cjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  child.stdin.end(input);
  const [output, code] = await Promise.all([text(child.stdout), exit]);
  if (code !== 0) throw new Error(`solc ended with code ${code}; run contracts/solc.cjs by hand.`);
  return output;
}

function pickContracts(output: string): Contracts {
  const { errors, contracts } = outputSchema.parse(JSON.parse(output));
  const failures = errors.filter((error) => error.severity === "error");
  if (failures.length > 0) {
    throw new Error(failures.map((failure) => failure.formattedMessage).join("\n"));
  }
  return mapSources((source) => {
    const name = nameIn(source);
    const compiled = contracts[`src/${source}.sol`]?.[name];
    if (compiled === undefined) throw new Error(`solc returned no ${name}; check contracts/src.`);
    return { abi: compiled.abi, bytecode: `0x${compiled.evm.bytecode.object}` };
  });
}

function mapSources<T>(of: (source: string) => T): Record<keyof typeof SOURCES, T> {
  return {
    router: of(SOURCES.router),
    sharedExecutor: of(SOURCES.sharedExecutor),
    executor: of(SOURCES.executor),
    delegateExecutor: of(SOURCES.delegateExecutor),
    coreWallet: of(SOURCES.coreWallet),
    coreWalletFactory: of(SOURCES.coreWalletFactory),
    account7702: of(SOURCES.account7702),
    prepaidV3: of(SOURCES.prepaidV3),
    prepaidV4: of(SOURCES.prepaidV4),
    prepaidInfinity: of(SOURCES.prepaidInfinity),
  };
}
