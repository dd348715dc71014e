import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Address } from "viem";
import { z } from "zod";
import { requireCompiler } from "../../contracts/packages.ts";
import type { Artifact } from "./artifact.ts";
import { artifactSchema } from "./artifact.ts";

export interface CompileJob {
  /** npm package of the compiler; `solc` is 0.8.37. */
  readonly compiler: "solc" | "solc-0.6.12" | "solc-0.7.6" | "solc-0.8.19";
  /** Source text by file name; imports must be among them. */
  readonly sources: Readonly<Record<string, string>>;
  readonly optimizerRuns: number;
  /** Whether to compile through the intermediate representation, as some contracts need. */
  readonly viaIr?: boolean;
  /** Addresses of libraries that are deployed on their own, by file and name. */
  readonly libraries?: Readonly<Record<string, Readonly<Record<string, Address>>>>;
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
 * Compiles, in a process for each compiler: loading one takes as long as a small job.
 *
 * @returns Every contract with bytecode, by contract name, job by job.
 * @throws Error with the compiler's messages when sources do not compile.
 */
export async function compileAll(
  jobs: readonly CompileJob[],
): Promise<readonly Readonly<Record<string, Artifact>>[]> {
  const outputs: Readonly<Record<string, Artifact>>[] = [];
  const compilers = new Set(jobs.map(({ compiler }) => compiler));
  for (const name of compilers) requireCompiler(name);
  const runs = [...compilers].map(async (packageName) => {
    const child = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)), [packageName], {
      execArgv: ["--no-warnings"],
    });
    try {
      for (const [i, { compiler, ...job }] of jobs.entries()) {
        if (compiler !== packageName) continue;
        outputs[i] = readAnswer(await ask(child, packageName, standardInput(job)));
      }
    } finally {
      child.kill();
    }
  });
  await Promise.all(runs);
  return outputs;
}

/** Compiles once, as `compileAll` does. */
export async function compileSolidity(
  job: CompileJob,
): Promise<Readonly<Record<string, Artifact>>> {
  const [output = {}] = await compileAll([job]);
  return output;
}

function standardInput(job: Omit<CompileJob, "compiler">): string {
  return JSON.stringify({
    language: "Solidity",
    sources: Object.fromEntries(
      Object.entries(job.sources).map(([name, content]) => [name, { content }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: job.optimizerRuns },
      ...(job.viaIr === true ? { viaIR: true } : {}),
      ...(job.libraries === undefined ? {} : { libraries: job.libraries }),
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  });
}

function readAnswer(text: string): Readonly<Record<string, Artifact>> {
  const answer = answerSchema.parse(JSON.parse(text));
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

function ask(child: ChildProcess, packageName: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`The compiler ${packageName} ended with ${signal ?? `code ${code}`}.`));
    child.once("error", reject);
    child.once("exit", onExit);
    child.once("message", (answer) => {
      child.off("error", reject);
      child.off("exit", onExit);
      resolve(z.string().parse(answer));
    });
    child.send(input);
  });
}
