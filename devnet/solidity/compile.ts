import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Artifact } from "./artifact.ts";
import { artifactSchema } from "./artifact.ts";

export interface CompileJob {
  /** npm package of the compiler; `solc` is 0.8.37. */
  readonly compiler: "solc" | "solc-0.6.12" | "solc-0.8.19";
  /** Source text by file name; imports must be among them. */
  readonly sources: Readonly<Record<string, string>>;
  readonly optimizerRuns: number;
  /** Whether to compile through the intermediate representation, as some contracts need. */
  readonly viaIr?: boolean;
}

const answerSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.unknown(),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .optional(),
});

/**
 * Compiles in a process of its own.
 *
 * @returns Every contract with bytecode, by contract name.
 * @throws Error with the compiler's messages when the sources do not compile.
 */
export async function compileSolidity(
  job: CompileJob,
): Promise<Readonly<Record<string, Artifact>>> {
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      Object.entries(job.sources).map(([name, content]) => [name, { content }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: job.optimizerRuns },
      ...(job.viaIr === true ? { viaIR: true } : {}),
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
  const answer = answerSchema.parse(
    JSON.parse(await runWorker(job.compiler, JSON.stringify(input))),
  );
  const failures = (answer.errors ?? []).filter((error) => error.severity === "error");
  if (failures.length > 0) {
    throw new Error(failures.map((error) => error.formattedMessage).join("\n"));
  }
  const artifacts: Record<string, Artifact> = {};
  for (const contracts of Object.values(answer.contracts ?? {})) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      if (evm.bytecode.object === "") continue;
      artifacts[name] = artifactSchema.parse({ abi, bytecode: evm.bytecode.object });
    }
  }
  return artifacts;
}

async function runWorker(compiler: string, input: string): Promise<string> {
  const worker = fileURLToPath(new URL("./worker.ts", import.meta.url));
  const child = spawn(process.execPath, ["--no-warnings", worker, compiler], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0)
    throw new Error(`The compiler ${compiler} ended with code ${code}: ${errors.slice(-2_000)}`);
  return output;
}
