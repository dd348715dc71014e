import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { compilerInput, type SourceName, sourceNames } from "../../contracts/build.ts";

/** A file that explorers verify a contract with, and what else they ask for. */
export interface StandardJsonFile {
  readonly path: string;
  readonly contract: SourceName;
  /** As explorers list compilers: `v0.8.37+commit.…`. */
  readonly compiler: string;
}

/**
 * Writes the compiler's Standard JSON input for every contract into `folder`. All sources are in
 * each, as the bytecode was compiled from them together and may depend on it; what differs is the
 * contract whose output is selected.
 */
export async function writeStandardJson(folder: string): Promise<readonly StandardJsonFile[]> {
  const [input, compiler] = await Promise.all([compilerInput(), compilerVersion()]);
  await mkdir(folder, { recursive: true });
  return Promise.all(
    Object.values(sourceNames()).map(async (contract) => {
      const [file = "", name = ""] = contract.split(":");
      const selected = ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"];
      const settings = { ...input.settings, outputSelection: { [file]: { [name]: selected } } };
      const path = join(folder, `${name}.json`);
      await writeFile(path, `${JSON.stringify({ ...input, settings }, null, 2)}\n`);
      return { path, contract, compiler };
    }),
  );
}

/**
 * In a process of its own, as the compiler takes a second to load and does not let go of memory.
 */
async function compilerVersion(): Promise<string> {
  const solc = join(import.meta.dirname, "../../contracts/solc.cjs");
  const child = spawn(process.execPath, [solc, "--version"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await text(child.stdout);
  const [, version] = /^Version: (\d+\.\d+\.\d+\+commit\.[0-9a-f]+)/m.exec(output) ?? [];
  if (version === undefined) throw new Error(`solc.cjs --version printed: ${output}`);
  return `v${version}`;
}
