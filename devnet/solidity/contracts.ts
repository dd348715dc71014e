import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Artifact, artifactSchema, npmVersion } from "./artifact.ts";
import { COMPILATIONS, type Compilation, type CompilationName } from "./compilations.ts";
import { type CompileJob, type Compiler, createCompiler } from "./compile.ts";
import { collectSources } from "./sources.ts";

const CACHE = fileURLToPath(new URL("../../.weir/cache/", import.meta.url));

const artifactsSchema = z.record(z.string(), artifactSchema);

/**
 * What the devnet compiles itself, by compilation and contract name; compilations that nobody asked
 * for are empty.
 */
export type CompiledContracts = Readonly<
  Record<CompilationName, Readonly<Record<string, Artifact>>>
>;

const ALL = Object.keys(COMPILATIONS) as CompilationName[];

/** Compilations that run while others wait for what they need. */
export interface Compilations {
  /** Waits for some of them. */
  take(names: readonly CompilationName[]): Promise<CompiledContracts>;
}

/**
 * Starts compilations in the order given, or takes what was compiled before from the same sources:
 * two at a time, each in a process of its own.
 *
 * @param first What one of the two does before it compiles for others.
 */
export function startCompilations(
  names: readonly CompilationName[],
  first: () => Promise<unknown> = () => Promise.resolve(),
): Compilations {
  const waiting = [...new Set(names)];
  const results = new Map(waiting.map((name) => [name, createPending()]));
  // Those that wait are told; whoever waits for none must not end the process.
  for (const { promise } of results.values()) promise.catch(() => undefined);
  const run = async (before: () => Promise<unknown>): Promise<void> => {
    const compilers = new Map<string, Compiler>();
    try {
      await before();
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        results.get(name)?.resolve(await compileCached(jobOf(name), compilers));
      }
    } catch (error) {
      for (const { reject } of results.values()) reject(error);
    } finally {
      for (const compiler of compilers.values()) compiler.stop();
    }
  };
  void run(() => Promise.resolve());
  void run(first);
  return {
    async take(wanted) {
      const taken = wanted.map(async (name) => {
        const result = results.get(name);
        if (result === undefined) throw new Error(`The compilation ${name} was not started.`);
        return [name, await result.promise] as const;
      });
      return fill(new Map(await Promise.all(taken)));
    },
  };
}

/**
 * Runs compilations, all unless some are named, or takes what was compiled before from the same
 * sources.
 */
export function compileContracts(names: readonly CompilationName[] = ALL) {
  return startCompilations(names).take(names);
}

/** What a compilation compiles. */
export function jobOf(name: CompilationName): CompileJob {
  const { files, remappings, ...settings }: Compilation = COMPILATIONS[name];
  return { ...settings, sources: collectSources(files, remappings) };
}

type Contracts = CompiledContracts[CompilationName];

/** A result that is waited for before anybody works on it. */
interface Pending {
  readonly promise: Promise<Contracts>;
  readonly resolve: (contracts: Contracts) => void;
  readonly reject: (error: unknown) => void;
}

function createPending(): Pending {
  let settle: Omit<Pending, "promise"> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<Contracts>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

function fill(done: ReadonlyMap<CompilationName, Contracts>): CompiledContracts {
  const entries = ALL.map((name) => [name, done.get(name) ?? {}]);
  return Object.fromEntries(entries) as CompiledContracts;
}

async function compileCached(
  { compiler: packageName, ...job }: CompileJob,
  compilers: Map<string, Compiler>,
): Promise<Contracts> {
  const key = createHash("sha256")
    .update(JSON.stringify([npmVersion(packageName), job]))
    .digest("hex")
    .slice(0, 16);
  const file = join(CACHE, `devnet-${packageName}-${key}.json`);
  if (existsSync(file)) return artifactsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const compiler = compilers.get(packageName) ?? createCompiler(packageName);
  compilers.set(packageName, compiler);
  const artifacts = await compiler.compile(job);
  mkdirSync(CACHE, { recursive: true });
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(artifacts));
  renameSync(partial, file);
  return artifacts;
}
